// The published clients of this API, unmodified: the one closest to the specification and the newest. Tests call
// both through one union type. What was called, and came back well, is noted for the table of their methods.
import Newest from "@onkernel/sdk";
import Era from "onkernel-sdk-0-33";
import { expect } from "vitest";

export interface ClientOptions {
  baseURL: string;
  apiKey: string;
  /** 0 unless a test is about retries, so that faults surface immediately. */
  maxRetries?: number;
  timeout?: number;
}

export type Client = Newest | Era;

const clientOptions = ({ baseURL, apiKey, maxRetries = 0, timeout = 60_000 }: ClientOptions) => ({
  baseURL,
  apiKey,
  maxRetries,
  timeout,
  logLevel: "off" as const,
});

export const newest = {
  version: "0.84.0",
  Kernel: Newest,
  connect: (options: ClientOptions): Newest => recordingCalls("0.84.0", new Newest(clientOptions(options))),
} as const;
const era = {
  version: "0.33.0",
  Kernel: Era,
  connect: (options: ClientOptions): Client => recordingCalls("0.33.0", new Era(clientOptions(options))),
} as const;

export const allClients = [newest, era] as const;
type PublishedClient = (typeof allClients)[number];
export type Version = PublishedClient["version"];

/** Those that a run tests: the nightly run both, the gate the newest, as both call the same routes of the service. */
export const publishedClients: readonly PublishedClient[] =
  process.env.PUBLISHED_CLIENTS === "all" ? allClients : [newest];

const answered = new Map<string, Set<string>>();
/** Files share the modules of their process. */
const inThisFile = (version: Version) => `${version} in ${expect.getState().testPath}`;

/** Methods that were called in this test file and did not fail, as `browsers.fs.move`. */
export const answeredMethods = (version: Version): ReadonlySet<string> =>
  answered.get(inThisFile(version)) ?? new Set();

/** Wraps the client and records successful calls. */
function recordingCalls<Target extends object>(version: Version, target: Target, path = ""): Target {
  return new Proxy(target, {
    get(inner, key) {
      const value: unknown = Reflect.get(inner, key, inner);
      if (typeof key !== "string" || key.startsWith("_")) return value;
      const name = path === "" ? key : `${path}.${key}`;
      if (typeof value === "function") {
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, inner, args);
          const file = inThisFile(version);
          Promise.resolve(result).then(
            () => answered.set(file, (answered.get(file) ?? new Set()).add(name)),
            () => undefined,
          );
          return result;
        };
      }
      return isResource(value) ? recordingCalls(version, value, name) : value;
    },
  });
}

const isResource = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "_client" in value;

/** Every method of a client's resources, by looking at the objects themselves. */
export function methodsOf({ Kernel }: PublishedClient): string[] {
  const found: string[] = [];
  const visit = (resource: object, path: string) => {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(resource))) {
      if (name !== "constructor") found.push(`${path}.${name}`);
    }
    for (const [name, value] of Object.entries(resource)) {
      if (name !== "_client" && isResource(value)) visit(value, `${path}.${name}`);
    }
  };
  for (const [name, value] of Object.entries(new Kernel({ baseURL: "http://127.0.0.1:1", apiKey: "none" }))) {
    if (isResource(value)) visit(value, name);
  }
  return found;
}

type Listing = readonly unknown[] | AsyncIterable<unknown>;
type ItemOf<Of> = Of extends readonly (infer Item)[]
  ? Item
  : Of extends AsyncIterable<infer Item>
    ? Item
    : never;

/** Reads a list to its end: the older client has no paging for some nouns. */
export async function collect<List extends PromiseLike<Listing>>(
  list: List,
): Promise<ItemOf<Awaited<List>>[]>;
export async function collect(list: PromiseLike<Listing>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of await list) items.push(item);
  return items;
}
