import { messageOf } from "../kernel/error-message.ts";
import { Problem } from "../kernel/problem.ts";
import type { Runner, StartRunner } from "./runner-process.ts";

/**
 * Starts runners only when `stored` resolves: when it is stored that the invocation runs, so that a service which takes over
 * does not run it again. When `stored` rejects nothing is started and the runner is gone.
 */
export const startWhenStored =
  (start: StartRunner, stored: () => Promise<void>): StartRunner =>
  (id, job, events) => {
    let started: Runner | undefined;
    let isOver = false;
    const endUnstarted = (how: string, isMachine = false) => {
      if (isOver || started !== undefined) return;
      isOver = true;
      // As of a process: after `start` has returned.
      queueMicrotask(() => events.gone(how, isMachine));
    };
    stored().then(
      () => {
        if (isOver) return;
        try {
          started = start(id, job, events);
        } catch (error) {
          endUnstarted(`it could not be started: ${messageOf(error)}`, !(error instanceof Problem));
        }
      },
      () => endUnstarted("another service has taken over"),
    );
    return {
      get pid() {
        return started?.pid;
      },
      stop: () => (started === undefined ? endUnstarted("it was stopped before it started") : started.stop()),
    };
  };
