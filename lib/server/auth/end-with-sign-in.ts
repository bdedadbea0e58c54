import "server-only";
import type { Readable } from "node:stream";
import { hasRole, type Role } from "../../bff/roles.ts";
import { pause, systemClock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";
import { type Credential, recheck } from "./require-operator.ts";

/** Destroys a body, or a connection, once the operator who has it is signed out or has too low a role. Checked as live
 *  streams are: every five seconds. A sign-in that cannot be read at the moment is checked again. */
export function endWithSignIn(body: Readable, credential: Credential, role: Role): void {
  const stop = new AbortController();
  body.once("close", () => stop.abort());
  // While nobody reads the body, its error would end the process.
  body.once("error", () => undefined);
  const check = async () => {
    for (;;) {
      await pause(systemClock, paces.access.recheckMs, stop.signal);
      if (stop.signal.aborted) return;
      const isOver = await recheck(credential).then(
        (now) => now === undefined || !hasRole(now.role, role),
        () => false,
      );
      if (isOver) return void body.destroy(new Error("The sign-in that asked for it has ended."));
    }
  };
  void check();
}
