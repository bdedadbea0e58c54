// Random histories of pools, sessions and invocations, compared with a model.
// Sessions and runners are fakes and time is played, so that thousands of steps fit in seconds.
import fc from "fast-check";
import { expect } from "vitest";
import { capacity, FleetHarness, FleetModel, maxQueued, refusal } from "./fleet-harness.ts";

type Step = fc.AsyncCommand<FleetModel, FleetHarness>;

const names = ["red", "green", "blue"];
const nth = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[n % Math.max(1, items.length)];
const request = { app_name: "storefront", version: "v1", action_name: "search", async: true };

/** One command, after which the observable state must match the model. */
function step(
  name: string,
  run: (model: FleetModel, harness: FleetHarness) => Promise<void> | void,
  check: (model: Readonly<FleetModel>) => boolean = () => true,
): Step {
  return {
    check,
    run: async (model, harness) => {
      await run(model, harness);
      await harness.check();
    },
    toString: () => name,
  };
}

const pool = fc.constantFrom(...names);
const pick = fc.nat(20);
const size = fc.integer({ min: 1, max: 3 });
const sum = (model: Readonly<FleetModel>, without = "") =>
  [...model.pools].reduce((all, [name, each]) => all + (name === without ? 0 : each), 0);

const createPool = fc.tuple(pool, size).map(([name, size]) =>
  step(
    `create pool ${name} of ${size}`,
    async (model, { pools, clock }) => {
      // No two at the same moment: their order would be one of ids after a restart.
      clock.advance(1);
      const refused = await refusal(() => pools.create({ name, size, fill_rate_per_minute: 100 }));
      expect(refused).toBe(model.pools.has(name) ? 409 : undefined);
      if (refused === undefined) model.pools = new Map([[name, size], ...model.pools]);
    },
    (model) => sum(model) + size <= capacity,
  ),
);

const deletePool = fc.tuple(pool, fc.boolean()).map(([name, force]) =>
  step(`delete pool ${name}${force ? " by force" : ""}`, async (model, { pools }) => {
    const held = model.heldSessionsOf(name);
    const refused = await refusal(() => pools.delete(name, { force }));
    expect(refused).toBe(!model.pools.has(name) ? 404 : held.length > 0 && !force ? 409 : undefined);
    if (refused !== undefined) return;
    model.pools.delete(name);
    model.removeSessions(held);
  }),
);

const updatePool = fc.tuple(pool, size, fc.boolean()).map(([name, size, discard_all_idle]) =>
  step(
    `make pool ${name} ${size} large${discard_all_idle ? ", discarding" : ""}`,
    async (model, { pools }) => {
      const refused = await refusal(() => pools.update(name, { size, discard_all_idle }));
      expect(refused).toBe(model.pools.has(name) ? undefined : 404);
      if (refused === undefined) model.pools.set(name, size);
    },
    (model) => sum(model, name) + size <= capacity,
  ),
);

const flushPool = pool.map((name) =>
  step(`flush ${name}`, async (model, { pools }) => {
    expect(await refusal(() => pools.flush(name))).toBe(model.pools.has(name) ? undefined : 404);
    const [found] = pools.list({ name });
    if (found) expect(found.available_count).toBe(0);
  }),
);

const acquire = fc.tuple(pool, pick, fc.boolean()).map(([name, n, inInvocation]) =>
  step(`acquire from ${name}${inInvocation ? ` in invocation ${n}` : ""}`, async (model, harness) => {
    const invocationId = inInvocation ? nth(model.of("running"), n) : undefined;
    const available = harness.pools.list({ name })[0]?.available_count ?? 0;
    let got: { id: string } | undefined;
    const refused = await refusal(async () => {
      got = await harness.acquire(name, 0, invocationId);
    });
    expect(refused).toBe(model.pools.has(name) ? undefined : 404);
    expect(got !== undefined).toBe(available > 0);
    if (got)
      expect(harness.fleet.ofInvocation(invocationId ?? "").some(({ id }) => id === got?.id)).toBe(
        invocationId !== undefined,
      );
  }),
);

const waitFor = fc.tuple(pool, fc.integer({ min: 1, max: 60_000 })).map(([name, waitMs]) =>
  step(
    `wait ${waitMs} ms for one of ${name}`,
    (_, harness) => {
      // Refused only when the pool is deleted meanwhile.
      void refusal(() => harness.acquire(name, waitMs, undefined));
    },
    (model) => model.pools.has(name),
  ),
);

const release = fc.tuple(pick, fc.boolean(), fc.boolean()).map(([n, reuse, elsewhere]) =>
  step(
    `release held ${n}${reuse ? "" : ", not to be reused"}${elsewhere ? ", to another pool" : ""}`,
    async (model, harness) => {
      const [id, from] = nth(
        [...model.held].filter(([, pool]) => pool !== ""),
        n,
      ) ?? ["none", ""];
      const to = elsewhere ? ([...model.pools.keys()].find((name) => name !== from) ?? from) : from;
      const expected = !model.pools.has(to) ? 404 : to !== from ? 400 : undefined;
      // Giving back takes the time of cleaning; it is not in anybody's hands meanwhile.
      const released = refusal(() => harness.pools.release(to, id, { reuse }));
      if (expected === undefined) model.held.delete(id);
      await harness.check();
      await harness.pass(harness.fleet.cleanMs);
      expect(await released).toBe(expected);
      if (model.pools.has(from))
        expect(await refusal(() => harness.pools.release(from, "none", { reuse }))).toBe(404);
    },
    (model) => [...model.held.values()].some((pool) => pool !== ""),
  ),
);

const openSession = fc.tuple(pick, fc.boolean()).map(([n, inInvocation]) =>
  step(`open a session${inInvocation ? ` in invocation ${n}` : ""}`, async (model, { fleet }) => {
    const invocationId = inInvocation ? nth(model.of("running"), n) : undefined;
    const full = fleet.count >= capacity;
    const refused = await refusal(() => model.held.set(fleet.open(invocationId).id, ""));
    expect(refused).toBe(full ? 429 : undefined);
  }),
);

const endSession = fc.tuple(pick, fc.constantFrom("deleted", "crashed", "timeout")).map(([n, reason]) =>
  step(`session ${n} ends: ${reason}`, async (model, { fleet }) => {
    const session = nth([...fleet.live.values()], n);
    if (!session) return;
    await fleet.end(session.id, reason);
    model.removeSessions([session.id]);
  }),
);

const invoke = fc.constant(
  step("invoke", async (model, { invocations }) => {
    let id = "";
    const refused = await refusal(() => {
      id = invocations.create(request).id;
    });
    expect(refused).toBe(model.of("queued").length >= maxQueued ? 429 : undefined);
    if (refused !== undefined) return;
    model.invocations.set(id, "queued");
    model.pump();
  }),
);

const force = fc.tuple(pick, fc.constantFrom("succeeded" as const, "failed" as const)).map(([n, status]) =>
  step(
    `end invocation ${n} as ${status}`,
    async (model, { invocations, fleet }) => {
      const [id, before] = nth([...model.invocations], n) ?? ["", ""];
      const open = before === "queued" || before === "running";
      const sessions = fleet.ofInvocation(id).map((session) => session.id);
      const refused = await refusal(() => invocations.update(id, { status }));
      expect(refused).toBe(open ? undefined : 409);
      if (!open) return;
      model.invocations.set(id, status);
      model.removeSessions(sessions);
    },
    (model) => model.invocations.size > 0,
  ),
);

const leave = fc.tuple(pick, fc.option(fc.json(), { nil: undefined })).map(([n, output]) =>
  step(
    `the runner of ${n} leaves ${output === undefined ? "without a result" : "with its result"}`,
    async (model, harness) => {
      const id = nth([...model.liveRunners], n) ?? "";
      const sessions = harness.fleet.ofInvocation(id).map((session) => session.id);
      harness.endRunner(id, output);
      model.liveRunners.delete(id);
      if (model.invocations.get(id) === "running") {
        model.invocations.set(id, output === undefined ? "failed" : "succeeded");
      }
      model.pump();
      await harness.pass(0);
      model.removeSessions(sessions);
      if (model.invocations.get(id) === "succeeded" && output !== undefined) {
        expect([output, undefined, null]).toContain(harness.invocations.retrieve(id).output);
      }
    },
    (model) => model.liveRunners.size > 0,
  ),
);

const deleteBrowsers = pick.map((n) =>
  step(
    `delete the sessions of invocation ${n}`,
    async (model, { invocations, fleet }) => {
      const id = nth([...model.invocations.keys()], n) ?? "";
      const sessions = fleet.ofInvocation(id).map((session) => session.id);
      await invocations.endBrowsers(id);
      model.removeSessions(sessions);
      expect(await invocations.browsers(id, { scope: "all" })).toEqual([]);
    },
    (model) => model.invocations.size > 0,
  ),
);

const pass = fc
  .integer({ min: 1, max: 40_000 })
  .map((ms) => step(`${ms} ms pass`, (_, harness) => harness.pass(ms)));

const restart = fc.constant(
  step("kill and start again", (model, harness) => {
    model.held.clear();
    for (const id of model.of("running")) model.invocations.set(id, "failed");
    model.liveRunners.clear();
    model.pump();
    harness.restart();
  }),
);

const steps = fc.commands(
  [
    createPool,
    deletePool,
    updatePool,
    flushPool,
    acquire,
    acquire,
    waitFor,
    release,
    release,
    openSession,
    endSession,
    invoke,
    invoke,
    force,
    leave,
    deleteBrowsers,
    pass,
    pass,
    restart,
  ],
  { maxCommands: 60, size: "max" },
);

/** Runs histories until there were `parameters.numRuns` of them; throws for the first that the model does not have. */
export async function checkRandomCommands(parameters: { seed: number; numRuns: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const model = new FleetModel();
      const harness = new FleetHarness(model);
      await fc.asyncModelRun(() => ({ model, real: harness }), commands);

      // Left alone, everything comes to rest: no invocation open, every pool full.
      for (const id of [...model.of("queued"), ...model.of("running")]) {
        await harness.invocations.update(id, { status: "failed" });
        model.invocations.set(id, "failed");
      }
      for (const id of model.held.keys()) await harness.fleet.end(id, "deleted");
      model.held.clear();
      await harness.pass(200_000);
      for (const id of model.held.keys()) await harness.fleet.end(id, "deleted");
      model.held.clear();
      await harness.pass(200_000);
      await harness.check();
      expect(harness.runners.size).toBe(0);
      for (const { name, available_count } of harness.pools.list()) {
        expect({ name, available_count }).toEqual({ name, available_count: model.pools.get(name ?? "") });
      }
      expect(harness.fleet.count).toBe(sum(model));
    }),
    parameters,
  );
}
