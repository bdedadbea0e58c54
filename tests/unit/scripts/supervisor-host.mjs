// Stands in for start.mjs in the supervisor's tests: `node supervisor-host.mjs '{"behaviours": […], …}'`.
import { fileURLToPath } from "node:url";
import { watchInterrupts } from "../../../scripts/interrupts.mjs";
import { createSupervisor } from "../../../scripts/supervise.mjs";
import { sweep } from "../../../scripts/sweep.mjs";

const { behaviours, dataDir, stopTimeoutMs, readyTimeoutMs } = JSON.parse(process.argv[2]);
const { asked, forced } = watchInterrupts();
asked.addEventListener("abort", () => console.log(JSON.stringify({ asked: true })));
const sweepLeftovers = (gently) => sweep(dataDir, { gently, patienceMs: 300 });
const supervisor = createSupervisor({ asked, forced, stopTimeoutMs, sweepLeftovers });
const program = fileURLToPath(new URL("./fake-program.mjs", import.meta.url));
const probe = ({ url }) => ({ url: `${url}/readyz` });
try {
  for (const name of behaviours) {
    const args = [program, name, dataDir];
    const limit = name === behaviours.at(-1) ? { readyTimeoutMs } : {};
    await supervisor.start({ name, command: process.execPath, args, probe, ...limit });
  }
  console.log(JSON.stringify({ up: true }));
  console.log(JSON.stringify({ ending: await supervisor.ended }));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
await supervisor.stop();
process.exit(0);
