// SPDX-License-Identifier: BSL-1.0
"use strict";

// Calls the program's answers in build/try/headroom.wasm. A call that fails throws its message.
async function headroom_engine(bytes) {
  const module = await WebAssembly.compile(bytes);
  let instance;
  const text_at = (at) => {
    const memory = new Uint8Array(instance.exports.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  };
  // Nothing of a machine is given to it: no file, no clock, no network.
  const no_environment = (count, size) => {
    new Uint32Array(instance.exports.memory.buffer)[count >> 2] = 0;
    new Uint32Array(instance.exports.memory.buffer)[size >> 2] = 0;
    return 0;
  };
  const is_no_file = () => 8;
  const imports = {
    page: { fail: (message) => { throw new Error(text_at(message)); } },
    wasi_snapshot_preview1: {
      environ_sizes_get: no_environment, environ_get: () => 0, fd_close: is_no_file, fd_seek: is_no_file, fd_write: is_no_file,
      proc_exit: () => { throw new Error("it ended"); },
    },
  };
  const begin = async () => {
    instance = await WebAssembly.instantiate(module, imports);
    instance.exports._initialize();
  };
  await begin();

  const with_texts = (texts, call) => {
    const places = texts.map((text) => {
      const encoded = new TextEncoder().encode(text + "\0");
      const at = instance.exports.allocate(encoded.length);
      new Uint8Array(instance.exports.memory.buffer).set(encoded, at);
      return at;
    });
    const answer = JSON.parse(text_at(call(...places)));
    places.forEach((at) => instance.exports.release(at));
    return answer;
  };
  // What was thrown within an instance leaves it in no order.
  const asked = async (name, file, machine, how_many) => {
    try {
      return with_texts([JSON.stringify(file), machine], (at, on) => instance.exports[name](at, on, how_many));
    } catch (problem) {
      await begin();
      throw problem;
    }
  };
  return {
    choices: () => with_texts([], () => instance.exports.choices()),
    // As `headroom fit FILE --on MACHINE=N --json` and `headroom estimate`; 0 machines: as many as it takes.
    fit: (file, machine, how_many) => asked("fit", file, machine, how_many),
    estimate: (file, machine, how_many) => asked("estimate", file, machine, how_many),
  };
}

if (typeof module !== "undefined") module.exports = { headroom_engine };
