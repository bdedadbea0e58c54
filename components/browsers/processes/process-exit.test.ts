import { expect, it } from "vitest";
import { withStatus } from "@/lib/queries/process-history";
import { exitMoment, exitName } from "./process-exit.ts";

const exited = withStatus(undefined, {
  status: { state: "exited", exit_code: 1 },
  atMs: 5000,
  stale: undefined,
});

it("dates an exit as precisely as it is known", () => {
  expect(exitMoment(exited, 4321, 2000)).toEqual({ kind: "logged", atMs: 4321 });
  expect(exitMoment({ ...exited, ranAtMs: 3000 }, undefined, 2000)).toEqual({
    kind: "between",
    fromMs: 3000,
    atMs: 5000,
  });
  expect(exitMoment(exited, undefined, 2000)).toEqual({ kind: "between", fromMs: 2000, atMs: 5000 });
  expect(exitMoment(exited, undefined, undefined)).toEqual({ kind: "before", atMs: 5000 });
  expect(exitMoment({ ...exited, exitedAtMs: undefined }, undefined, 2000)).toBeUndefined();
  expect(exitMoment(undefined, undefined, 2000)).toBeUndefined();
});

it("describes an exit by code or signal", () => {
  expect(exitName(0, undefined)).toBe("exited 0");
  expect(exitName(137, undefined)).toBe("exited 137");
  expect(exitName(-1, undefined)).toBe("killed by a signal");
  expect(exitName(-1, "SIGKILL")).toBe("killed by SIGKILL");
  expect(exitName(null, undefined)).toBe("exited");
});
