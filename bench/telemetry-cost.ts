// CPU time of the service while a page makes 200 requests a second: with all of the page's telemetry, and with none.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { operations } from "../lib/contract/operations/operations.ts";
import { connectOverCdp } from "../service/chromium/driver.ts";
import { listenOnFreePort } from "../tests/support/programs/free-port.ts";
import { type ServiceProgram, startServiceProgram } from "../tests/support/service/service-program.ts";
import { waitUntil } from "../tests/support/wait-until.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import { type Figure, type Harness, median } from "./support/figure.ts";
import { productionServiceVariables } from "./support/production-variables.ts";

const requestsPerSecond = 200;
const seconds = 5;
const rounds = 3;
const timeoutMs = 60_000;

const on = { enabled: true };
const telemetry = { browser: { console: on, network: on, page: on, interaction: on } };

/** Sends the requests, and catches up when a timer was late. */
const page = `<script>
  const startMs = performance.now();
  let sent = 0;
  setInterval(() => {
    const due = ((performance.now() - startMs) / 1000) * ${requestsPerSecond};
    for (; sent < due; sent += 1) fetch("/answer?" + sent).then((answer) => answer.text());
  }, 10);
</script>`;
const answer = JSON.stringify({ items: Array.from({ length: 60 }, (_, id) => ({ id, name: `item ${id}` })) });

/** The service's share of a core. */
async function shareOf({ api, child }: ServiceProgram, body: object): Promise<number> {
  let answered = 0;
  const site = await listenOnFreePort(
    createServer((request, response) => {
      if (request.url?.startsWith("/answer")) {
        answered += 1;
        response.setHeader("content-type", "application/json").end(answer);
      } else response.setHeader("content-type", "text/html").end(page);
    }),
  );
  const session = await api.call(operations.createBrowser, { body: { timeout_seconds: 600, ...body } });
  const driven = await connectOverCdp(session.cdp_ws_url ?? "");
  try {
    const client = await driven.page.context().newCDPSession(driven.page);
    // Without the driver's own view of each request, which the service would have to pass on.
    await client.send("Page.navigate", { url: site.url });
    await driven.close();
    await waitUntil("the page sends its requests", () => answered > requestsPerSecond, timeoutMs);
    const [fromSeconds, from] = [cpuSecondsOf(child.pid ?? 0), answered];
    await sleep(seconds * 1000);
    const usedSeconds = cpuSecondsOf(child.pid ?? 0) - fromSeconds;
    const sent = answered - from;
    if (sent < requestsPerSecond * seconds * 0.8) throw new Error(`the page sent only ${sent} requests`);
    return usedSeconds / seconds;
  } finally {
    await api.call(operations.deleteBrowser, { params: { id: session.session_id } });
    await site.close();
  }
}

export const harness: Harness = {
  needs: "nothing",
  async run(log): Promise<Figure[]> {
    const service = await startServiceProgram({ ...productionServiceVariables, SERVICE_SAMPLES: "off" });
    try {
      // Next to nothing, whatever the round.
      const uncaptured = await shareOf(service, {});
      const captured: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        captured.push(await shareOf(service, { telemetry }));
        log(`round ${round + 1}: ${captured.at(-1)} of a core, without ${uncaptured}`);
      }
      return [
        {
          id: "telemetry",
          what: "service: CPU for the telemetry of a page with 200 requests/s",
          unit: "cores",
          ours: median(captured) - uncaptured,
          goal: { of: "value", bound: "most", than: 0.1 },
        },
      ];
    } finally {
      await service.stop();
    }
  },
};
