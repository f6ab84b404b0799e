/* A program in C: call VERSION */
#include <headroom/call.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char *answer = headroom_call("{\"arguments\": [\"model\", \"llama-3.1-8b\", \"--json\"]}");
  int is_right = answer != NULL && strstr(answer, "{\"exit\": 0, \"answer\": {") == answer;
  if (!is_right) fprintf(stderr, "%s\n", answer != NULL ? answer : "no answer");
  headroom_free(answer);
  return is_right && argc == 2 && strcmp(headroom_version(), argv[1]) == 0 ? 0 : 1;
}
