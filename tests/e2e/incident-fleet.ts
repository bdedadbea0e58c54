// A fleet in trouble: a version that fails, a run that hangs, huge outputs, and a browser whose program floods its log.
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { createBrowser, finished, invoke } from "./making.ts";

/** So many finished runs make a 99th percentile. */
const usualRuns = 21;
export const failures = 6;
export const floodPath = "/tmp/flood.log";
export const lastRow = 59_999;

const orders = `
import { app } from "fleetdeck";
app("orders").action("sync", async (context, payload) => {
  if (payload.hang) await new Promise((resolve) => setTimeout(resolve, 600_000));
  if (!payload.big) return "ok";
  return { rows: Array.from({ length: ${lastRow + 1} }, (_, row) => ({ row, word: "word number " + row, next: [row, row + 1] })) };
});`;

/** 5,000 lines a second, for as long as its browser lives. */
const flood = `at=0; while :; do seq -f 'line %g of a worker that cannot stop' $at $((at+499)) >> ${floodPath}; at=$((at+500)); sleep 0.1; done`;

export interface Incident {
  hanging: string;
  /** Runs whose outputs are 3.6 MB each: two of them are more than one answer may hold. */
  huge: readonly string[];
  session: string;
}

async function deploy(api: ApiClient): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([orders]), "orders.ts");
  form.append("version", "v7");
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await fetch(`${api.url}/deployments`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`not deployed: ${answer.status} ${await answer.text()}`);
}

/** Makes it through the API. */
export async function breakFleet(api: ApiClient): Promise<Incident> {
  await deploy(api);
  const sync = ["orders", "v7", "sync"] as const;
  const past: string[] = [];
  for (let at = 0; at < usualRuns; at += 1) past.push(await invoke(api, sync, { at }));
  for (let at = 0; at < failures; at += 1)
    past.push(await invoke(api, ["storefront", "v2", "search"], { wrong: at }));
  const huge = [await invoke(api, sync, { big: true }), await invoke(api, sync, { big: true })];
  for (const id of [...past, ...huge]) await finished(api, id);
  const hanging = await invoke(api, sync, { hang: true });
  const { id: session } = await createBrowser(api, { timeout_seconds: 900 });
  const body = { command: "sh", args: ["-c", flood] };
  await api.call(operations.spawnProcess, { params: { id: session }, body });
  return { hanging, huge, session };
}
