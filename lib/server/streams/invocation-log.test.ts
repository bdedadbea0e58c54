// @isolated: the program's configuration is settled once.
// The log of an invocation where the API answers that there is none: as an unknown path, with a JSON error (wire.md §9).

import { describe, expect, test } from "vitest";
import { logTopic } from "@/lib/bff/live";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/contract/operations/operations";
import { scriptedHub } from "../../../tests/support/fakes/scripted-hub.ts";
import { TestViewer } from "../../../tests/support/fakes/test-viewer.ts";
import { waitFor } from "../../../tests/support/wait-until.ts";

const scripted = scriptedHub();

function watch(invocationId: string) {
  const viewer = new TestViewer(scripted.hub, {
    clock: scripted.clock,
    topics: [logTopic({ invocationId })],
  });
  void viewer.read();
  /** The state of the log once it is no longer tried every moment. */
  const outcome = () =>
    waitFor("the log is unavailable or has ended", async () =>
      viewer.frames.find(
        (frame) => frame.kind === "state" && (frame.state === "unavailable" || frame.state === "ended"),
      ),
    );
  return { viewer, outcome };
}

const lookUp: Operation = operations.retrieveInvocation;
const end = { status: "failed", finished_at: new Date().toISOString() } as const;

describe("the log of an invocation in an API without such logs", () => {
  test.each([
    ["of a running one", { status: "running" }, []],
    ["of an ended one", end, []],
    ["of a running one that cannot be looked up", { status: "running" }, [lookUp]],
    ["of an ended one that cannot be looked up", end, [lookUp]],
  ] as const)("%s is unavailable", async (_, given, missing) => {
    scripted.api.removeOperations(operations.followInvocation, ...missing);
    const { viewer, outcome } = watch(scripted.api.records.invocation(given).id);
    const reason = "This API has no log of this invocation.";
    expect(await outcome()).toMatchObject({ state: "unavailable", reason });
    viewer.leave();
  });

  test("that does not exist ends, and says so", async () => {
    scripted.api.removeOperations(operations.followInvocation, lookUp);
    const { viewer, outcome } = watch("nosuchinvocation");
    expect(await outcome()).toMatchObject({ state: "ended", reason: "The API has no such invocation." });
    viewer.leave();
  });
});
