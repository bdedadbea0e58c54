import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { bffHeaders } from "../../bff/headers.ts";
import { hourMs } from "../../bff/time-units.ts";
import { countChange } from "../kernel/changes.ts";
import { recheck, renewedCookie, requireOperator, type SignedIn } from "./require-operator.ts";
import { findSignIn, findSignInByKey, rotateKey, type SignInRecord, touchSignIn } from "./sign-ins.ts";

vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("./sign-in-cookie.ts", () => ({
  absoluteSeconds: 8 * 3600,
  hasSignInCookie: (header: string | null) => header !== null,
  signInKeyOf: async (header: string | null) => header ?? undefined,
  sealedCookie: async (_userId: string, key: string) => `sealed ${key}`,
}));
vi.mock("./sign-ins.ts", () => ({
  findSignIn: vi.fn(),
  findSignInByKey: vi.fn(),
  confirmKey: vi.fn(),
  rotateKey: vi.fn(),
  touchSignIn: vi.fn(),
  revokeSignIn: vi.fn(),
}));

let serial = 0;
let row: SignInRecord;
let operator: SignedIn;

beforeEach(() => {
  vi.useFakeTimers();
  // For lru-cache a time of zero means that an entry does not expire.
  vi.advanceTimersByTime(1);
  serial += 1;
  const who = { sid: `session ${serial}`, userId: "1", username: "ada", role: "admin" } as const;
  operator = { ...who, endsAtMs: Date.now() + hourMs, mustChangePassword: false };
  const keys = { key: `key ${serial}`, previousKey: null, rotatedAtMs: Date.now(), confirmedAtMs: null };
  const proof = { hasPassword: true, provedAtMs: null };
  const times = { createdAtMs: Date.now(), seenAtMs: Date.now() };
  row = { ...who, ...times, disabled: false, revoked: false, mustChangePassword: false, ...proof, keys };
  for (const find of [findSignIn, findSignInByKey])
    vi.mocked(find).mockImplementation(async () => ({ ...row }));
  vi.mocked(touchSignIn).mockReset();
});
afterEach(() => void vi.useRealTimers());

/** A request of the sign-in, of an active operator or of a page that is only open. */
const request = (active: boolean) => ({
  headers: new Headers({ cookie: `key ${serial}`, ...(active ? { [bffHeaders.active]: "1" } : {}) }),
});

describe("a sign-in that was ended elsewhere", () => {
  it("is valid for five more seconds at most", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    await vi.advanceTimersByTimeAsync(5001);
    expect(await recheck(operator)).toBeUndefined();
  });

  it("is over at once where that was told", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    expect(await requireOperator(request(false), "viewer")).toMatchObject({ username: "ada" });
    row.revoked = true;
    countChange("access");
    expect(await recheck(operator)).toBeUndefined();
    await expect(requireOperator(request(false), "viewer")).rejects.toMatchObject({ status: 401 });
  });

  it("is valid for no longer after the clock was set back", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await recheck(operator)).toBeUndefined();
  });
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe("a sign-in without activity", () => {
  it("ends after half an hour, however often pages and streams read (T17)", async () => {
    for (let at = 0; at < 29; at += 1) {
      await minutes(1);
      expect(await requireOperator(request(false), "viewer")).toMatchObject({ username: "ada" });
      expect(await recheck(operator)).toMatchObject({ username: "ada" });
    }
    await minutes(1);
    await expect(requireOperator(request(false), "viewer")).rejects.toMatchObject({ status: 401 });
    expect(await recheck(operator)).toBeUndefined();
    expect(touchSignIn).not.toHaveBeenCalled();
  });

  it("lasts while its operator is active, but not beyond eight hours (T17)", async () => {
    vi.mocked(touchSignIn).mockImplementation(async (_db, _sid, nowMs) => {
      row.seenAtMs = nowMs;
    });
    for (let at = 0; at < 8 * 3 - 1; at += 1) {
      await minutes(20);
      expect(await requireOperator(request(true), "viewer")).toMatchObject({ username: "ada" });
    }
    await minutes(20);
    await expect(requireOperator(request(true), "viewer")).rejects.toMatchObject({ status: 401 });
  });
});

it("a sign-in stays valid while its last use cannot be written, which is tried again after a minute", async () => {
  const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => faults.mockRestore());
  vi.mocked(touchSignIn).mockRejectedValue(new Error("database is locked"));
  const readAgain = async () =>
    expect(await requireOperator(request(true), "viewer")).toMatchObject({ username: "ada" });
  await vi.advanceTimersByTimeAsync(61_000);
  await readAgain();
  await vi.advanceTimersByTimeAsync(6_000);
  await readAgain();
  expect(touchSignIn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await readAgain();
  expect(touchSignIn).toHaveBeenCalledTimes(2);
  expect(faults).toHaveBeenCalledTimes(2);
});

it("a sign-in in use lasts while the store cannot be written, and ends half an hour after its last use", async () => {
  const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => faults.mockRestore());
  vi.mocked(touchSignIn).mockRejectedValue(new Error("cannot execute UPDATE in a read-only transaction"));
  for (let at = 0; at < 40; at += 1) {
    await minutes(1);
    expect(await requireOperator(request(true), "viewer")).toMatchObject({ username: "ada" });
  }
  await minutes(29);
  expect(await recheck(operator)).toMatchObject({ username: "ada" });
  await minutes(1);
  expect(await recheck(operator)).toBeUndefined();
});

it("a key that cannot be replaced is tried again after a minute, and requests go on with the old one", async () => {
  const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => faults.mockRestore());
  vi.mocked(rotateKey).mockRejectedValue(new Error("attempt to write a readonly database"));
  await minutes(11);
  for (let requests = 0; requests < 50; requests += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    expect(await renewedCookie(request(false))).toBeUndefined();
  }
  expect(rotateKey).toHaveBeenCalledTimes(1);
  expect(faults).toHaveBeenCalledTimes(1);

  vi.mocked(rotateKey).mockResolvedValue("fresh");
  await minutes(1);
  expect(await renewedCookie(request(false))).toBe("sealed fresh");
});
