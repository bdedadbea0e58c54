import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { recheck, type SignedIn } from "./require-operator.ts";
import { findSignIn, type SignInRecord, touchSignIn } from "./sign-ins.ts";

vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("./sign-ins.ts", () => ({
  findSignIn: vi.fn(),
  touchSignIn: vi.fn(),
  revokeSignIn: vi.fn(),
}));

const hourMs = 3_600_000;
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
  const times = { createdAtMs: Date.now(), seenAtMs: Date.now() };
  row = { ...who, ...times, disabled: false, revoked: false, mustChangePassword: false };
  vi.mocked(findSignIn).mockImplementation(async () => ({ ...row }));
});
afterEach(() => void vi.useRealTimers());

describe("a sign-in that was ended elsewhere", () => {
  it("is valid for five more seconds at most", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    await vi.advanceTimersByTimeAsync(5001);
    expect(await recheck(operator)).toBeUndefined();
  });

  it("is valid for no longer after the clock was set back", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await recheck(operator)).toBeUndefined();
  });
});

it("a sign-in stays valid while its last use cannot be written, which is tried again after a minute", async () => {
  const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => faults.mockRestore());
  vi.mocked(touchSignIn).mockRejectedValue(new Error("database is locked"));
  const readAgain = async () => expect(await recheck(operator)).toMatchObject({ username: "ada" });
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
