// Invocations by action, from the mirror. The actions with the most invocations of a day have names; once an action has
// none left in a day, its name goes to another one.
import "server-only";
import type { Database } from "../db/database.ts";
import { EndedTotals } from "../invocations/ended-totals.ts";
import { countOpen } from "../invocations/invocation-statistics.ts";
import { BoundedNames, counter, gauge, histogram, otherName } from "../kernel/measurements.ts";
import { perProcess } from "../kernel/per-process.ts";
import { labelOf } from "./label.ts";

const mostActions = 40;
const outcomes = ["succeeded", "failed"] as const;

const state = perProcess("invocation-metrics", () => ({
  totals: new EndedTotals(),
  hasBegun: false,
  names: new BoundedNames(mostActions),
  ended: counter({
    source: "store",
    name: "fleetdeck_invocations_total",
    help: "Ended invocations by action and outcome, as the recorder reads them, since the process started.",
    labels: ["app", "action", "outcome"],
  }),
  durations: histogram({
    source: "store",
    name: "fleetdeck_invocation_duration_seconds",
    help: "Durations of ended invocations by action, each within 5 %.",
    labels: ["app", "action"],
    buckets: [1, 5, 15, 60, 300, 1800],
  }),
  open: gauge({
    source: "store",
    name: "fleetdeck_invocations_open",
    help: "Invocations that have not ended, by action and status.",
    labels: ["app", "action", "status"],
  }),
}));

interface ActionName {
  app_name: string;
  action_name: string;
}
const keyOf = ({ app_name, action_name }: ActionName) => JSON.stringify([app_name, action_name]);
const labelsOf = ({ app_name, action_name }: ActionName) => ({
  app: labelOf(app_name),
  action: labelOf(action_name),
});
const others = { app: otherName, action: otherName };

/** The labels of an action: its own names while there is room, else those of all others. */
const placeOf = (action: ActionName) => (state().names.admits(keyOf(action)) ? labelsOf(action) : others);

async function addEnded(db: Database, nowMs: number): Promise<void> {
  const { totals, ended, durations, hasBegun } = state();
  const found = await totals.read(db, nowMs);
  release(totals.actions);
  // Those with the most come first, so that they get the names.
  for (const action of found.toSorted((a, b) => b.succeeded + b.failed - a.succeeded - a.failed)) {
    const place = placeOf(action);
    // What ended before the start is not counted: after a restart Prometheus would take all of it for new.
    for (const outcome of outcomes) ended.inc({ ...place, outcome }, hasBegun ? action[outcome] : 0);
    if (!hasBegun) durations.zero(place);
    else
      for (const { value, count } of action.durations)
        for (let at = 0; at < count; at += 1) durations.observe(place, value / 1000);
  }
  state().hasBegun = true;
}

/** Ends the series of actions that are no longer seen. */
function release(actions: ReadonlyMap<string, ActionName>): void {
  const { names, known, ended, durations } = { ...state(), known: knownActions() };
  for (const key of names.keepOnly(new Set(actions.keys()))) {
    const action = known.get(key);
    known.delete(key);
    if (action === undefined) continue;
    for (const outcome of outcomes) ended.remove({ ...labelsOf(action), outcome });
    durations.remove(labelsOf(action));
  }
  for (const [key, action] of actions) known.set(key, action);
}

const knownActions = perProcess("metrics-actions", () => new Map<string, ActionName>());

async function setOpen(db: Database): Promise<void> {
  const { open } = state();
  open.reset();
  // Without a series nothing is known to be open, and an autoscaler that reads it never scales down.
  for (const status of ["queued", "running"]) open.set({ ...others, status }, 0);
  for (const { status, invocations, ...action } of await countOpen(db)) {
    const shown = status === "queued" || status === "running" ? status : otherName;
    open.inc({ ...placeOf(action), status: shown }, invocations);
  }
}

/** Adds what has ended and sets what is open. Rejects when the store cannot be read. */
export async function setInvocationMetrics(db: Database, nowMs: number): Promise<void> {
  await addEnded(db, nowMs);
  await setOpen(db);
}
