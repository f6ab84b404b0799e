// SPDX-License-Identifier: BSL-1.0
"use strict";

// The page to try: what is chosen, as a job of a deployment file, and what the program answers to it.

const headroom_try = (() => {
  const powers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i));
  const numbers = (to) => Array.from({ length: to }, (_, i) => i + 1);
  const layouts = [["", "the best"], ...powers(0, 6).map((n) => [String(n), String(n)])];
  // What can be set, of which jobs; a slider where there are values.
  const settings = [
    { key: "kind", title: "Job", choices: [["serve", "serve it"], ["train", "train it"]] },
    { key: "model", title: "Model", begins: "meta-llama/Meta-Llama-3.1-70B" },
    { key: "machine", title: "Machine", begins: "Standard_ND96isr_H100_v5" },
    { key: "count", title: "Machines", values: numbers(128), begins: 4 },
    { key: "tensor_parallel", title: "Tensor parallel", choices: layouts },
    { key: "pipeline_parallel", title: "Pipeline stages", choices: layouts },
    { key: "context", title: "Context, tokens", of: "serve", values: powers(10, 20), begins: 8192 },
    { key: "concurrent_sequences", title: "Sequences at once", of: "serve", values: powers(0, 10), begins: 16 },
    { key: "sequence", title: "Sequence, tokens", of: "train", values: powers(10, 17), begins: 8192 },
    { key: "global_batch", title: "Global batch, sequences", of: "train", values: powers(4, 13), begins: 512 },
  ];
  const gib = 2 ** 30;
  const rounded = (x) => Number(x.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
  const seconds = (x) => x < 1 ? `${rounded(x * 1000)} ms` : `${rounded(x)} s`;
  const words = (key) => key.replaceAll("_", " ");

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // The deployment file of what is set.
  const file_of = (chosen) => {
    const job = { model: chosen.model };
    for (const { key, of } of settings) {
      if (of === chosen.kind) job[key] = chosen[key];
      if (key.endsWith("_parallel") && chosen[key] !== "") job[key] = Number(chosen[key]);
    }
    return { format: 1, job: { [chosen.kind]: job } };
  };

  const layout_of = (split) => Object.entries(split).filter(([, n]) => n > 1).map(([key, n]) => `${words(key)} ${n}`).join(", ") || "one GPU";

  const bar_of = (machine) => {
    const parts = Object.entries(machine.rank.parts).filter(([, part]) => part.bytes > 0);
    const has = machine.memory_of_gpu;
    const whole = Math.max(has ?? 0, machine.rank.needed);
    const says = `${rounded(machine.rank.needed / gib)} GiB needed of each GPU, it has ${has === null ? "an unknown amount" : `${rounded(has / gib)} GiB`}. ` +
      `Layout: ${layout_of(machine.split)}; GPUs: ${machine.gpus}`;
    const bar = element("div", { class: "bar", role: "img", "aria-label": says });
    const rows = element("tbody");
    parts.forEach(([key, part], i) => {
      bar.append(element("span", { class: `part part-${i % 8}`, style: `width:${100 * part.bytes / whole}%` }));
      rows.append(element("tr", {}, element("th", { scope: "row" }, element("span", { class: `key part-${i % 8}` }), words(key)),
        element("td", {}, `${rounded(part.bytes / gib)} GiB`), element("td", {}, part.standing)));
    });
    if (has !== null) bar.append(element("span", { class: "limit", style: `left:${100 * has / whole}%` }));
    const table = element("table", {}, element("caption", {}, says),
      element("thead", {}, element("tr", {}, ...["Part", "Memory", "It is"].map((each) => element("th", { scope: "col" }, each)))), rows);
    return [bar, table];
  };

  // Pairs of what and how much.
  const speed_of = (chosen, machine) => {
    if (chosen.kind === "train") {
      if (machine.step_seconds === undefined) return [];
      return [["A step takes", seconds(machine.step_seconds)], ["Tokens a second", rounded(machine.tokens_per_second)],
        ["Layout that is timed", layout_of(machine.split)], ["GPUs", String(machine.gpus)]];
    }
    if (machine.loads === undefined) return [];
    const load = machine.loads.findLast((each) => each.clients <= chosen.concurrent_sequences) ?? machine.loads[0];
    return [["Clients of a replica", String(load.clients)], ["Until the first token", seconds(load.ttft_seconds)],
      ["A token takes", seconds(load.tpot_seconds)], ["Tokens a second of a GPU", rounded(load.tokens_per_second_per_gpu)],
      ["Layout that is timed", layout_of(machine.best.split)], ["GPUs of a replica", String(machine.gpus)]];
  };

  const show = async (engine, chosen, into) => {
    const file = file_of(chosen);
    const parts = [];
    let outcome = "";
    let why = "";
    try {
      const fit = (await engine.fit(file, chosen.machine, chosen.count)).jobs[0];
      const machine = fit.machines?.[0];
      outcome = machine?.outcome ?? fit.outcome;
      why = machine?.why ?? fit.why ?? machine?.notes ?? "";
      if (machine?.rank !== undefined) parts.push(...bar_of(machine));
      try {
        const timed = (await engine.estimate(file, chosen.machine, chosen.count)).jobs[0].machines[0];
        const pairs = speed_of(chosen, timed);
        if (pairs.length > 0)
          parts.push(element("dl", {}, ...pairs.flatMap(([what, much]) => [element("dt", {}, what), element("dd", {}, much)])));
        else if (timed.why !== undefined && timed.why !== why) parts.push(element("p", {}, `No time: ${timed.why}`));
      } catch (problem) {
        parts.push(element("p", {}, `No time: ${problem.message}`));
      }
    } catch (problem) {
      outcome = "no such job";
      why = problem.message;
    }
    into.verdict.className = `verdict ${outcome.replaceAll(" ", "-")}`;
    into.verdict.textContent = why === "" ? outcome : `${outcome}: ${why}`;
    into.answer.replaceChildren(...parts);
    into.file.textContent = `${JSON.stringify(file)}\n\nheadroom fit job.json --on "${chosen.machine}=${chosen.count}"\n` +
      `headroom estimate job.json --on "${chosen.machine}=${chosen.count}"`;
  };

  const begin = async (into, bytes) => {
    const engine = await headroom_engine(bytes);
    const known = engine.choices();
    const named = (names) => names.map((name) => [name, name]);
    const chosen = {};
    const form = element("form");
    const parts = { verdict: element("p", { class: "verdict", role: "status" }), answer: element("div"), file: element("pre", { tabindex: "0", "aria-label": "The job as a file, and the commands" }) };
    const fields = settings.map((each) => {
      const id = `try-${each.key}`;
      const choices = each.choices ?? named(each.key === "model" ? known.models : each.key === "machine" ? known.machines : []);
      const field = each.values === undefined
        ? element("select", { id }, ...choices.map(([value, title]) => element("option", { value }, title)))
        : element("input", { id, type: "range", min: 0, max: each.values.length - 1, step: 1 });
      const said = element("output", { for: id });
      if (each.begins !== undefined) field.value = each.values === undefined ? each.begins : each.values.indexOf(each.begins);
      const take = () => {
        chosen[each.key] = each.values === undefined ? field.value : each.values[Number(field.value)];
        if (each.values === undefined) return;
        said.textContent = chosen[each.key].toLocaleString("en");
        field.setAttribute("aria-valuetext", said.textContent);
      };
      const row = element("div", { class: "field" }, element("label", { for: id }, each.title), field, said);
      form.append(row);
      return { each, take, row };
    });
    let is_showing = false;
    let is_asked = false;
    const changed = async () => {
      for (const { take } of fields) take();
      for (const { each, row } of fields) row.hidden = each.of !== undefined && each.of !== chosen.kind;
      is_asked = true;
      if (is_showing) return;
      is_showing = true;
      while (is_asked) {
        is_asked = false;
        await show(engine, { ...chosen }, parts);
      }
      is_showing = false;
    };
    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    into.replaceChildren(form, parts.verdict, parts.answer, element("p", {}, `The same from the program, ${known.version}:`), parts.file);
    await changed();
    into.dataset.ready = "yes";
    return engine;
  };

  return { begin };
})();

// Where the page has its place. What takes part in a test waits for the engine.
const headroom_tried = (async () => {
  const into = document.getElementById("headroom-try");
  const bytes = Uint8Array.from(atob(headroom_wasm), (each) => each.charCodeAt(0));
  try {
    return await headroom_try.begin(into, bytes);
  } catch (problem) {
    into.textContent = `This browser does not run the program: ${problem.message}`;
    throw problem;
  }
})();
