// The connection that listens, over a scripted client; tests/store has the real one.
import { afterEach, expect, it, vi } from "vitest";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { paces } from "../kernel/paces.ts";
import { ChangeNotices } from "./change-notices.ts";
import type { Database } from "./database.ts";

const made = vi.hoisted(() => [] as { queries: string[]; ended: boolean }[]);
const server = vi.hoisted(() => ({ isGone: false }));
vi.mock("pg", () => {
  class Client {
    readonly queries: string[] = [];
    ended = false;
    constructor() {
      made.push(this);
    }
    on() {
      return this;
    }
    async connect() {}
    async query(text: string) {
      this.queries.push(text);
      // As the client does once its time is over.
      if (server.isGone) throw new Error("Query read timeout");
    }
    async end() {
      this.ended = true;
    }
  }
  return { default: { Client } };
});

const none: Database = Reflect.get(globalThis, "none");
let notices: ChangeNotices | undefined;
afterEach(() => notices?.stop());

it("listens over a new connection once PostgreSQL no longer answers on the one it has", async () => {
  const clock = new ManualClock();
  const counted: string[] = [];
  notices = new ChangeNotices(none, (change) => counted.push(change), clock);
  void notices.listen("postgres://none.invalid/x");
  await waitUntil("it listens", () => counted.length > 0);
  const [first] = made;
  const before = counted.length;
  clock.advance(paces.store.listeningCheckedMs);
  await waitUntil("it has asked", () => first?.queries.length === 2);
  expect(first?.ended).toBe(false);
  server.isGone = true;
  clock.advance(paces.store.listeningCheckedMs);
  await waitUntil("the connection is given up", () => first?.ended === true);
  server.isGone = false;
  clock.advance(paces.store.tryAgainMs);
  // What was announced meanwhile may have been missed.
  await waitUntil("it listens again", () => counted.length === 2 * before);
  expect(made).toHaveLength(2);
});
