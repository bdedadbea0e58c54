import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findSession, type SessionRecord, touchSession } from "../store/sessions.ts";
import { recheck, type SignedIn } from "./front-door.ts";
import { absoluteSeconds } from "./session-cookie.ts";

vi.mock("../store/database.ts", () => ({ database: () => ({}) }));
vi.mock("../store/sessions.ts", () => ({
  findSession: vi.fn(),
  touchSession: vi.fn(),
  revokeSession: vi.fn(),
}));

const hourMs = 3_600_000;
let serial = 0;
let row: SessionRecord;
let operator: SignedIn;

beforeEach(() => {
  vi.useFakeTimers();
  serial += 1;
  const who = { sid: `session ${serial}`, userId: "1", username: "ada", role: "admin" } as const;
  operator = { ...who, endsAtMs: Date.now() + hourMs };
  row = { ...who, disabled: false, createdAtMs: Date.now(), seenAtMs: Date.now(), revoked: false };
  vi.mocked(findSession).mockImplementation(async () => ({ ...row }));
});
afterEach(() => void vi.useRealTimers());

describe("a session that was ended elsewhere", () => {
  it("is good for five seconds at most", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await recheck(operator)).toBeUndefined();
  });

  it("is good for no longer because the clock was set back", async () => {
    expect(await recheck(operator)).toMatchObject({ username: "ada" });
    row.revoked = true;
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await recheck(operator)).toBeUndefined();
  });
});

describe("a session that was last seen in a time to come", () => {
  it("is seen now, so that neither its idle time nor its whole time is longer than any other's", async () => {
    vi.setSystemTime(Date.now() - hourMs);
    const again = await recheck(operator);
    expect(again).toMatchObject({ username: "ada", endsAtMs: Date.now() + absoluteSeconds * 1000 });
    expect(vi.mocked(touchSession)).toHaveBeenCalledWith({}, operator.sid, Date.now());
  });
});
