// One run: the runner's process, what it said and how it ended, in words for the operator. It knows no database.
import type { RunJob, RunnerOutcome } from "../apps/runner-messages.ts";
import type { Runner, StartRunner } from "../apps/runner-process.ts";
import { graces } from "../paces.ts";
import { AgentLog, type LoggedSession } from "./agent-log.ts";
import type { Clock } from "./clock.ts";
import type { EndEvent } from "./invocation-state.ts";
import type { LineRing } from "./line-ring.ts";

export interface RunDeps {
  startRunner: StartRunner;
  clock: Clock;
  /** Live sessions of the invocation. */
  sessions: () => readonly LoggedSession[];
  /** Told after every line of the log. */
  onLine: () => void;
}

export class InvocationRun {
  /** Resolves with how it ended once the process has gone. */
  readonly over: Promise<EndEvent>;
  readonly #clock: Clock;
  readonly #log: AgentLog;
  readonly #runner: Runner;
  readonly #lost = Promise.withResolvers<void>();
  #lostSession: string | undefined;
  #outcome: RunnerOutcome | undefined;
  #stopped = false;

  /** Starts the runner; throws when no process can be had. */
  constructor(id: string, job: RunJob, deps: RunDeps) {
    this.#clock = deps.clock;
    this.#log = new AgentLog({
      sessions: deps.sessions,
      timestamp: () => deps.clock.timestamp(),
      onLine: deps.onLine,
    });
    const over = Promise.withResolvers<EndEvent>();
    this.over = over.promise;
    this.#runner = deps.startRunner(id, job, {
      log: (line) => this.#log.add(line),
      outcome: (outcome) => {
        this.#outcome = outcome;
      },
      gone: (how) => over.resolve(this.#end(how)),
    });
  }

  /** Ends the process; `over` follows. */
  stop(): void {
    this.#stopped = true;
    this.#runner.stop();
  }

  get ring(): LineRing {
    return this.#log.ring;
  }

  /** Takes note that a session of this invocation ended, which may be why the action fails. */
  sessionEnded(sessionId: string, reason: string): void {
    const what = endedByOthers(reason);
    // After the outcome the runner gives its sessions back: only a crash or a time-out is news then.
    if (what === undefined || (this.#outcome && reason === "deleted")) return;
    this.#lostSession ??= `browser session ${sessionId} ${what}`;
    this.#lost.resolve();
  }

  async #end(how: string): Promise<EndEvent> {
    const outcome = this.#outcome;
    if (outcome?.ok) return { kind: "returned", output: outcome.output };
    const reason = outcome?.reason ?? `the runner ended without a result (${how})`;
    if (!this.#stopped && soundsLikeLostBrowser(reason)) await this.#noticeOfLoss();
    return { kind: "broke", reason: this.#lostSession ? `${this.#lostSession}: ${reason}` : reason };
  }

  async #noticeOfLoss(): Promise<void> {
    const stopTimer = this.#clock.after(graces.crashNoticeMs, () => this.#lost.resolve());
    await this.#lost.promise;
    stopTimer();
  }
}

const soundsLikeLostBrowser = (reason: string) =>
  /has been closed|was closed|closed:|crashed|disconnected|ECONNRE|WebSocket|socket hang up/i.test(reason);

/** In words, when not the runner but something else ended a session. */
function endedByOthers(reason: string): string | undefined {
  switch (reason) {
    case "crashed":
      return "crashed";
    case "timeout":
      return "reached its time-out";
    case "deleted":
      return "was deleted";
    default:
      return undefined;
  }
}
