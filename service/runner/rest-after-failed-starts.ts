import type { Backoff } from "../kernel/backoff.ts";
import { Problem } from "../kernel/problem.ts";
import type { RunnerEvents, StartRunner } from "./runner-process.ts";

/**
 * Begins a rest after a runner that has never begun, unless it was stopped. Others that were started before the rest and do
 * not begin either wait again, by `waitAgain`: only one fails each time.
 */
export const restAfterFailedStarts =
  (start: StartRunner, backoff: Backoff, waitAgain: (id: string) => void): StartRunner =>
  (id, job, events) => {
    let isStopped = false;
    const gone: RunnerEvents["gone"] = (how, neverBegan = false) => {
      if (!neverBegan) backoff.reset();
      else if (!isStopped && backoff.isOn) waitAgain(id);
      else if (!isStopped) backoff.begin();
      events.gone(how, neverBegan);
    };
    try {
      const runner = start(id, job, { ...events, gone });
      return {
        get pid() {
          return runner.pid;
        },
        stop() {
          isStopped = true;
          runner.stop();
        },
      };
    } catch (error) {
      // A Problem is about what is to run, and not about this machine.
      if (!(error instanceof Problem)) backoff.begin();
      throw error;
    }
  };
