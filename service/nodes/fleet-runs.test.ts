import { expect, test } from "vitest";
import type { RunJob } from "../runner/runner-messages.ts";
import type { RunnerEvents, StartRunner } from "../runner/runner-process.ts";
import { FleetRuns } from "./fleet-runs.ts";
import type { NodeLink } from "./node-link.ts";

// Only its name and this act are used.
const linkNamed = (name: string, tell: NodeLink["tell"] = async () => {}) =>
  ({ id: name, entry: { name }, tell }) as unknown as NodeLink;

function setUp(waiting: string[], stored = async () => {}) {
  const queued: string[] = [];
  const events: string[] = [];
  const runners = new Map<string, ReturnType<StartRunner>>();
  const runs = new FleetRuns({
    queue: { add: async (id) => void queued.push(id) },
    invocations: {
      queuedIds: () => waiting,
      claim(id, startRunner) {
        if (!waiting.includes(id)) return false;
        waiting.splice(waiting.indexOf(id), 1);
        const on: RunnerEvents = {
          log: (line) => void events.push(`${id} ${line}`),
          outcome: ({ ok }) => void events.push(`${id} ${ok}`),
          gone: (how) => void events.push(`${id} gone: ${how}`),
        };
        runners.set(id, startRunner(id, { invocationId: id } as RunJob, on));
        return true;
      },
    },
    stored,
    ...{ hasNodes: () => true, retryMs: 1, report() {} },
  });
  return { runs, queued, events, runners };
}

test("what waits is offered once, in its order", async () => {
  const { runs, queued } = setUp(["i1", "i2"]);
  runs.offerAll();
  runs.offer("i2");
  runs.offerAll();
  await expect.poll(() => queued).toEqual(["i1", "i2"]);
});

test("one node gets an invocation, again when it has not received it, and no other one", async () => {
  const { runs, events } = setUp(["i1"]);
  const [one, other] = [linkNamed("one"), linkNamed("other")];
  expect((await runs.claim(one, "i1"))?.invocationId).toBe("i1");
  expect((await runs.claim(one, "i1"))?.invocationId).toBe("i1");
  expect(await runs.claim(other, "i1")).toBeUndefined();
  runs.take(other, { type: "run", seq: 1, id: "i1", event: { kind: "log", line: "not its own" } });
  runs.take(one, { type: "run", seq: 1, id: "i1", event: { kind: "log", line: "works" } });
  runs.lose(other);
  expect(events).toEqual(["i1 works"]);
  runs.lose(one);
  expect(events.at(-1)).toBe("i1 gone: its node one was lost");
});

test("a node that was lost while it claimed gets no job", async () => {
  const isStored = Promise.withResolvers<void>();
  const { runs, events } = setUp(["i1"], async () => await isStored.promise);
  const link = linkNamed("one");
  const claimed = runs.claim(link, "i1");
  runs.lose(link);
  isStored.resolve();
  expect(await claimed).toBeUndefined();
  expect(events).toEqual(["i1 gone: its node one was lost"]);
});

test("a run that its node does not know is over when it is stopped, and when the node reports", async () => {
  const told: string[] = [];
  const link = linkNamed("one", async (path) => {
    told.push(path);
    throw new Error("404");
  });
  const { runs, events, runners } = setUp(["i1", "i2"]);
  for (const id of ["i1", "i2"]) await runs.claim(link, id);
  runners.get("i1")?.stop();
  await expect.poll(() => events).toEqual(["i1 gone: its node does not run it"]);
  runs.reconcile(link, ["i9"]);
  expect(events.at(-1)).toBe("i2 gone: its node does not run it");
  expect(told.at(-1)).toBe("/node/runs/i9/stop");
});
