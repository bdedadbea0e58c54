// Sample traffic: invokes the sample actions at a low rate, only while the queue is empty. Most invocations succeed;
// about one in eight fails for a real cause.
import type { InvocationCreate } from "../../lib/contract/invocations.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";

interface Sample {
  weight: number;
  app: string;
  version: string;
  action: string;
  payload: unknown;
}

const sample = (weight: number, path: string, payload: unknown): Sample => {
  const [app = "", version = "", action = ""] = path.split("/");
  return { weight, app, version, action, payload };
};

/** Weights are shares of 1000. The last group fails: slow address, second factor, refusal, sold out, regression. */
export const samples: readonly Sample[] = [
  sample(110, "storefront/v1/search", { query: "oak" }),
  sample(90, "storefront/v1/search", { query: "camera", limit: 5 }),
  sample(110, "storefront/v2/search", { query: "lamp", sort: "price" }),
  sample(90, "storefront/v2/search", { query: "kettle", sort: "price" }),
  sample(80, "storefront/v1/checkout", { account: "emil", product: "lamps-03" }),
  sample(90, "storefront/v2/checkout", { account: "ada", product: "kettles-04", quantity: 2 }),
  sample(50, "storefront/v2/checkout", { account: "emil", product: "cameras-02" }),
  sample(80, "accounts/v1/login", { account: "ada" }),
  sample(90, "accounts/v2/login", { account: "emil" }),
  sample(35, "catalogue/v1/crawl", { maxPages: 40 }),
  sample(25, "catalogue/v2/crawl", { maxPages: 55 }),
  sample(15, "catalogue/v1/export", { detail: "brief" }),
  sample(3, "catalogue/v2/export", { detail: "full", category: "lamps" }),
  sample(2, "catalogue/v1/export", { detail: "full" }),
  sample(10, "accounts/v2/save-session", { account: "emil", profile: "shop-emil" }),

  sample(30, "storefront/v2/checkout", { account: "grace", product: "backpacks-05" }),
  sample(25, "accounts/v1/login", { account: "linus" }),
  sample(20, "accounts/v2/login", { account: "margaret" }),
  sample(10, "accounts/v2/login", { account: "ada", password: "guessed" }),
  sample(15, "storefront/v2/search", { query: "camera" }),
  sample(15, "storefront/v2/checkout", { account: "ada", product: "chairs-09" }),
  sample(5, "storefront/v1/search", { query: 42 }),
];

const first = sample(0, "accounts/v1/save-session", { account: "ada", profile: "shop-ada" });

/** Picks a sample by weight; `random` is from 0 up to but not including 1. */
export function pickSample(choices: readonly Sample[], random: number): Sample | undefined {
  const total = choices.reduce((sum, choice) => sum + choice.weight, 0);
  let left = random * total;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  return choices.at(-1);
}

export interface TrafficDeps {
  invoke: (request: InvocationCreate) => unknown;
  queuedCount: () => number;
  clock: Pick<Clock, "later">;
  /** From 0 up to but not including 1. */
  random: () => number;
  /** Receives errors of `invoke`; the traffic continues. */
  report: (error: unknown) => void;
  paces: Paces["traffic"];
}

/** Starts the traffic, first with an action that saves a profile. The returned function stops it. */
export function startTraffic(deps: TrafficDeps): () => void {
  const meanMs = deps.paces.meanIntervalMs;
  let stopTimer = () => {};
  const invoke = (choice: Sample) => {
    try {
      deps.invoke({
        app_name: choice.app,
        version: choice.version,
        action_name: choice.action,
        payload: JSON.stringify(choice.payload),
        async: true,
        async_timeout_seconds: 120,
      });
    } catch (error) {
      deps.report(error);
    }
  };
  const next = () => {
    stopTimer = deps.clock.later(meanMs * (0.5 + deps.random()), () => {
      const choice = deps.queuedCount() === 0 ? pickSample(samples, deps.random()) : undefined;
      if (choice) invoke(choice);
      next();
    });
  };
  invoke(first);
  next();
  return () => stopTimer();
}
