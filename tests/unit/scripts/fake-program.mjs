// A program for the supervisor's tests: `node fake-program.mjs <behaviour> [data folder]`. It behaves as ours promise
// to (says that it is ready, answers, ends on SIGTERM and when its parent is gone) except where the behaviour differs.
import { spawn } from "node:child_process";
import { createServer } from "node:http";

const [behaviour, dataDir = ""] = process.argv.slice(2);
const forever = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
const say = (event) => console.log(JSON.stringify({ behaviour, ...event }));

if (behaviour === "refuses") {
  console.error("PORT: expected a whole number.");
  process.exit(1);
}
if (behaviour === "leaves-browser" || behaviour === "leaves-child") {
  const detached = behaviour === "leaves-browser";
  const marker = detached ? [`--user-data-dir=${dataDir}/instances/a/profile`] : [];
  const child = spawn(process.execPath, ["-e", forever, "--", ...marker], { detached, stdio: "ignore" });
  child.unref();
  say({ child: child.pid });
}
process.on("SIGTERM", () => {
  if (behaviour === "stubborn") return;
  say({ bye: true });
  setTimeout(() => process.exit(0), behaviour === "slow" ? 400 : 0);
});
process.on("disconnect", () => process.exit(0));

const report = (type) => process.send({ type, url: `http://127.0.0.1:${server.address().port}` });
const standbys = ["waits", "takes-over", "updates-late"];
let isAsked = false;
const server = createServer((_request, response) => {
  // What it forwards to has died: it takes over.
  const takesOver = (behaviour === "takes-over" || behaviour === "updates-late") && !isAsked;
  isAsked = true;
  response.statusCode = behaviour === "unwell" || takesOver ? 503 : 200;
  response.end();
  if (takesOver) report("ready");
});
server.listen(0, "127.0.0.1", () => {
  say({ pid: process.pid });
  if (/^updat.*silent$/.test(behaviour)) process.send({ type: "updating" });
  if (behaviour === "updated-silent") process.send({ type: "updated" });
  if (!behaviour.endsWith("silent")) report(standbys.includes(behaviour) ? "standby" : "ready");
  if (behaviour === "updates-late") process.send({ type: "updating" });
});
