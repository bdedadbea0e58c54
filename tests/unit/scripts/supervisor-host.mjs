// Stands in for start.mjs in the supervisor's tests: `node supervisor-host.mjs '{"behaviours": […], …}'`. Its clock
// `stands`, so that two signals come at the same time, or `jumps` beyond the limit when a program says that it is ready.
import { fileURLToPath } from "node:url";
import { watchInterrupts } from "../../../scripts/interrupts.mjs";
import { createSupervisor } from "../../../scripts/supervisor.mjs";
import { sweep } from "../../../scripts/sweep-leftovers.mjs";

const { behaviours, dataDir, stopTimeoutMs, readyTimeoutMs, updateTimeoutMs, clock } = JSON.parse(
  process.argv[2],
);
const realNow = Date.now;
if (clock === "stands") {
  const nowMs = realNow();
  Date.now = () => nowMs;
}
let jumpedMs = 0;
const { stopSignal, forceSignal } = watchInterrupts();
stopSignal.addEventListener("abort", () => console.log(JSON.stringify({ stopping: true })));
const sweepLeftovers = (gently) => sweep(dataDir, { gently, timeoutMs: 300 });
const supervisor = createSupervisor({ stopSignal, forceSignal, stopTimeoutMs, sweepLeftovers });
const program = fileURLToPath(new URL("./fake-program.mjs", import.meta.url));
const probe = ({ url }) => {
  if (clock === "jumps") {
    jumpedMs += 120_000;
    Date.now = () => realNow() + jumpedMs;
  }
  return { url: `${url}/readyz` };
};
try {
  const types = [];
  for (const name of behaviours) {
    const args = [program, name, dataDir];
    const limit = name === behaviours.at(-1) ? { readyTimeoutMs, updateTimeoutMs } : {};
    const message = await supervisor.start({ name, command: process.execPath, args, probe, ...limit });
    types.push(message.type);
  }
  console.log(JSON.stringify({ up: true, types }));
  console.log(JSON.stringify({ ending: await supervisor.ended }));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
await supervisor.stop();
process.exit(0);
