import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { profile } from "../../lib/contract/profiles.ts";
import { systemClock } from "../../service/kernel/clock.ts";
import { StateFiles } from "../../service/kernel/state-files.ts";
import { profileRoutes } from "../../service/profiles/profile-routes.ts";
import { Profiles, type StateOrigin } from "../../service/profiles/profiles.ts";
import { createTestApp, openTestStore } from "../support/dashboard/test-app.ts";
import { ManualClock } from "../support/fakes/manual-clock.ts";

const state = {
  cookies: [
    {
      name: "sid",
      value: "ü",
      domain: "shop.example",
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax" as const,
    },
  ],
  origins: [{ origin: "https://shop.example", localStorage: [{ name: "cart", value: "3" }] }],
};

let testStore: Awaited<ReturnType<typeof openTestStore>>;
let profiles: Profiles;
let call: ReturnType<typeof createTestApp>["call"];

const open = async () => {
  const files = await StateFiles.open(join(testStore.dataDir, "profiles"));
  profiles = new Profiles({ store: testStore.store, files, clock: systemClock });
  call = createTestApp(testStore, profileRoutes(profiles)).call;
};
beforeEach(async () => {
  testStore = await openTestStore();
  await open();
});
afterEach(async () => {
  expect(testStore.faults).toEqual([]);
  await testStore.close();
});

const create = async (body: object = {}) => profile.parse((await call("POST", "/profiles", body)).json());

test("T07 refuses taken and dangerous names; others are safe in paths", async () => {
  const made = await call("POST", "/profiles", { name: "ü b.c" });
  expect(made.status).toBe(201);
  const { id } = profile.parse(made.json());
  expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
  expect((await call("POST", "/profiles", { name: "ü b.c" })).status).toBe(409);
  for (const name of ["a/b", "a\\b", "50%", "a?b", "a#b", "a\nb", ".", "..", "", "x".repeat(256)]) {
    const answer = await call("POST", "/profiles", { name });
    expect([name, answer.status]).toEqual([name, 400]);
    expect(answer.text).toContain("body.name: ");
  }
  const byName = await call("GET", `/profiles/${encodeURIComponent("ü b.c")}`);
  expect(byName.json()).toEqual(made.json());
  expect((await call("GET", `/profiles/${id}`)).json()).toEqual(made.json());
  expect((await call("GET", "/profiles/nobody")).status).toBe(404);
});

test("a profile is renamed with its state, not to a taken or invalid name", async () => {
  const { id } = await create({ name: "old name" });
  await create({ name: "taken" });
  await profiles.saved(id, state);
  const renamed = await call("PATCH", "/profiles/old%20name", { name: "n€w: 100&more" });
  expect([renamed.status, profile.parse(renamed.json())]).toMatchObject([200, { id, name: "n€w: 100&more" }]);
  expect((await call("GET", "/profiles/old%20name")).status).toBe(404);
  const path = `/profiles/${encodeURIComponent("n€w: 100&more")}`;
  expect((await call("GET", `${path}/download`)).json()).toEqual(state);
  expect((await call("PATCH", path, { name: "taken" })).status).toBe(409);
  expect((await call("PATCH", path, { name: ".." })).status).toBe(400);
  expect((await call("PATCH", path, {})).status).toBe(400);
  expect((await call("PATCH", path, { name: "n€w: 100&more" })).status).toBe(200);
  expect((await call("PATCH", "/profiles/nobody", { name: "x" })).status).toBe(404);
  // An encoded slash stays inside its segment: a name that nobody has, not another path.
  expect((await call("GET", "/profiles/a%20b%2Fc")).json()).toMatchObject({ code: "not_found" });
});

test("early clients without paging get every profile at once", async () => {
  for (let n = 0; n < 103; n += 1) profiles.create();
  const all = await call("GET", "/profiles");
  expect(z.array(profile).parse(all.json())).toHaveLength(103);
  expect(all.headers).toMatchObject({ "x-has-more": "false", "x-next-offset": "0" });
});

test("a profile needs no name, and a body is not needed either", async () => {
  const first = await call("POST", "/profiles");
  const second = await call("POST", "/profiles");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.json()).not.toHaveProperty("name");
});

test("are listed newest first, found by a part of the name, in pages", async () => {
  for (const name of ["one", "two", "Twofold"]) await create({ name });
  const names = async (query: string) => {
    const answer = await call("GET", `/profiles${query}`);
    return {
      names: z
        .array(profile)
        .parse(answer.json())
        .map((one) => one.name),
      headers: answer.headers,
    };
  };
  expect((await names("")).names).toEqual(["Twofold", "two", "one"]);
  expect((await names("?query=TWO")).names).toEqual(["Twofold", "two"]);
  const page = await names("?limit=1&offset=1");
  expect(page.names).toEqual(["two"]);
  expect(page.headers).toMatchObject({
    "x-limit": "1",
    "x-offset": "1",
    "x-has-more": "true",
    "x-next-offset": "2",
  });
});

test("the download is 202 and empty without a state, else the stored bytes", async () => {
  const { id } = await create({ name: "shopper" });
  const early = await call("GET", "/profiles/shopper/download");
  expect([early.status, early.text]).toEqual([202, ""]);
  expect((await call("GET", "/profiles/unknown/download")).status).toBe(404);

  await profiles.saved(id, state);
  const path = join(testStore.dataDir, "profiles", `${id}.json`);
  const stored = await readFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const answer = await call("GET", "/profiles/shopper/download");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/octet-stream");
  expect(answer.headers["content-length"]).toBe(String(stored.length));
  expect(answer.bytes.equals(stored)).toBe(true);
  expect(JSON.parse(answer.text)).toEqual(state);
  const record = profile.parse((await call("GET", `/profiles/${id}`)).json());
  expect(record.updated_at).toMatch(/\.\d{9}Z$/);
  expect(record.last_used_at).toBeUndefined();
});

test("a choice is exactly one of id and name, and updates the last use", async () => {
  const { id } = await create({ name: "shopper" });
  await profiles.saved(id, state);
  await expect(profiles.resolve({})).rejects.toMatchObject({ status: 400 });
  await expect(profiles.resolve({ id, name: "shopper" })).rejects.toMatchObject({ status: 400 });
  await expect(profiles.resolve({ name: id })).rejects.toMatchObject({ status: 404 });
  await expect(profiles.resolve({ name: "shopper" })).resolves.toMatchObject({ id, name: "shopper", state });
  const { last_used_at } = profiles.retrieve(id);
  expect(last_used_at).toMatch(/\.\d{9}Z$/);
  const resolved = await profiles.resolve({ id });
  expect(resolved).toMatchObject(profiles.retrieve(id));
});

test("a restart preserves everything and removes an interrupted write", async () => {
  const { id } = await create({ name: "kept" });
  await profiles.saved(id, state);
  const before = profiles.list();
  await writeFile(join(testStore.dataDir, "profiles", `${id}.x.part`), "{");
  await testStore.close("keep");
  testStore = await openTestStore(testStore.dataDir);
  await open();
  expect(profiles.list()).toEqual(before);
  expect(await readdir(join(testStore.dataDir, "profiles"))).toEqual([`${id}.json`]);
  expect(await profiles.resolve({ id })).toMatchObject({ state });
});

/** Profiles with a clock of their own, one of them made: `save` stores a state with this cart. */
async function withClock() {
  const files = await StateFiles.open(join(testStore.dataDir, "profiles"));
  const clock = new ManualClock();
  const timed = new Profiles({ store: testStore.store, files, clock });
  const { id } = timed.create();
  const stateWith = (value: string) => ({
    ...state,
    origins: [{ origin: "https://shop.example", localStorage: [{ name: "cart", value }] }],
  });
  return {
    clock,
    save: async (cart: string, origin?: StateOrigin) => await timed.saved(id, stateWith(cart), origin),
    /** What a session is given that begins now. */
    begin: async () => (await timed.resolve({ id })).stateTakenAt,
    cart: async () => (await timed.resolve({ id })).state?.origins[0]?.localStorage[0]?.value,
  };
}
const isOlder = expect.objectContaining({ status: 409 });

test("of overlapping sessions the state that was read last counts, whenever it arrives", async () => {
  const { clock, save, begin, cart } = await withClock();
  await save("first", { ageMs: 0 });
  const basedOn = await begin();
  clock.advance(120_000);
  await save("newer", { ageMs: 0, basedOn });
  clock.advance(60_000);
  await expect(save("older", { ageMs: 90_000, basedOn })).rejects.toEqual(isOlder);
  await expect(save("without a state before", { ageMs: 90_000 })).rejects.toEqual(isOlder);
  expect(await cart()).toBe("newer");
  await save("newest", { ageMs: 30_000, basedOn });
  // That was read 30 s ago, not now.
  await save("even newer", { ageMs: 20_000, basedOn });
  await expect(save("older", { ageMs: 25_000, basedOn })).rejects.toEqual(isOlder);
  expect(await cart()).toBe("even newer");
});

test("a state is newer than the one that its session began from, also by a clock that was set back", async () => {
  const { clock, save, begin, cart } = await withClock();
  await save("first");
  const basedOn = await begin();
  clock.advance(-3_600_000);
  await save("second", { ageMs: 5_000, basedOn });
  await expect(save("overlapping", { ageMs: 6_000, basedOn })).rejects.toEqual(isOlder);
  expect(await cart()).toBe("second");
});

test("a state that has not waited is stored whatever the clock says, as one of the version before", async () => {
  const { clock, save, cart } = await withClock();
  await save("first");
  clock.advance(-3_600_000);
  await save("second");
  expect(await cart()).toBe("second");
});

test("of states that arrive at once the newest is stored", async () => {
  const { clock, save, cart } = await withClock();
  clock.advance(60_000);
  const saves = [3_000, 1_000, 2_000].map(async (ageMs) => await save(`${ageMs}`, { ageMs }));
  expect((await Promise.allSettled(saves)).map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "rejected"],
  ]);
  expect(await cart()).toBe("1000");
});

test("a deleted profile stays deleted with its state, also when a session saves it afterwards", async () => {
  const { id } = await create({ name: "brief" });
  await profiles.saved(id, state);
  expect((await call("DELETE", "/profiles/brief")).status).toBe(204);
  expect((await call("DELETE", "/profiles/brief")).status).toBe(404);
  await profiles.saved(id, state);
  expect(await readdir(join(testStore.dataDir, "profiles"))).toEqual([]);
  expect((await call("POST", "/profiles", { name: "brief" })).status).toBe(201);
});
