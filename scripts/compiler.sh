# What our own builds tell g++ of this machine, in one place. Sourced by the other scripts.

# A fifth of the memory is the compiler's before it looks for what it no longer needs. It keeps the pages that it then finds, and goes
# through all of them whenever it wants pages of another size: a large piece takes up to twice as long for it.
gcc_memory() { awk '/^MemTotal:/ { print "--param ggc-min-heapsize=" int($2 / 5) }' /proc/meminfo; }
