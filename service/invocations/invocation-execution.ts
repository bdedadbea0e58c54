// The execution of one invocation: its runner process, its log lines and the event that ends it. Independent of the database.
import type { Clock } from "../kernel/clock.ts";
import { linesOf } from "../kernel/log-lines.ts";
import { gracePeriods } from "../kernel/paces.ts";
import type { InvocationJob, RunnerOutcome } from "../runner/runner-messages.ts";
import type { Runner, StartRunner } from "../runner/runner-process.ts";
import { AgentLog, type LoggedSession } from "../sessions/agent-log.ts";
import type { InvocationLog } from "./invocation-log.ts";
import type { EndEvent } from "./invocation-state.ts";

export interface ExecutionDeps {
  startRunner: StartRunner;
  clock: Clock;
  log: Pick<InvocationLog, "append">;
  /** Live sessions of the invocation. */
  sessions: () => readonly LoggedSession[];
  /** Called after lines were added to the log. */
  onLine: () => void;
}

/** Runs one invocation in a runner process. */
export class InvocationExecution {
  /** Resolves with the end event once the process has exited. */
  readonly ended: Promise<EndEvent>;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #lost = Promise.withResolvers<void>();
  #lostSession: string | undefined;
  #outcome: RunnerOutcome | undefined;
  #stopped = false;

  /** Starts the runner; throws when no process can be started. */
  constructor(id: string, job: InvocationJob, deps: ExecutionDeps) {
    this.#clock = deps.clock;
    const agentLog = new AgentLog({ sessions: deps.sessions });
    const ended = Promise.withResolvers<EndEvent>();
    this.ended = ended.promise;
    this.#runner = deps.startRunner(id, job, {
      log: (text, at = deps.clock.timestamp()) => {
        const lines = linesOf(at, text);
        if (lines.length === 0) return;
        deps.log.append(lines);
        agentLog.add(lines);
        deps.onLine();
      },
      outcome: (outcome) => {
        this.#outcome = outcome;
      },
      gone: (how) => ended.resolve(this.#end(how)),
    });
  }

  get hasOutcome(): boolean {
    return this.#outcome !== undefined;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Ends the process; `ended` resolves afterwards. */
  stop(): void {
    this.#stopped = true;
    this.#runner.stop();
  }

  /** Records the end of a session of this invocation, which may be the cause of the action's failure. */
  sessionEnded(sessionId: string, reason: string): void {
    const description = describeExternalEnd(reason);
    // The runner deletes its sessions after the outcome, so from then on only a crash or a timeout counts.
    if (description === undefined || (this.#outcome && reason === "deleted")) return;
    this.#lostSession ??= `browser session ${sessionId} ${description}`;
    this.#lost.resolve();
  }

  async #end(how: string): Promise<EndEvent> {
    const outcome = this.#outcome;
    if (outcome?.ok) return { kind: "returned", output: outcome.output };
    const reason = outcome?.reason ?? `the runner ended without a result (${how})`;
    if (!this.#stopped && isLostBrowserMessage(reason)) await this.#awaitSessionLoss();
    return { kind: "broke", reason: this.#lostSession ? `${this.#lostSession}: ${reason}` : reason };
  }

  async #awaitSessionLoss(): Promise<void> {
    const stopTimer = this.#clock.later(gracePeriods.crashNoticeMs, () => this.#lost.resolve());
    await this.#lost.promise;
    stopTimer();
  }
}

const isLostBrowserMessage = (reason: string) =>
  /has been closed|was closed|closed:|crashed|disconnected|ECONNRE|WebSocket|socket hang up/i.test(reason);

/** Describes the end of a session for the operator, unless the runner itself ended it. */
function describeExternalEnd(reason: string): string | undefined {
  switch (reason) {
    case "crashed":
      return "crashed";
    case "timeout":
      return "timed out";
    case "deleted":
      return "was deleted";
    case "node_lost":
      return "was lost with its node";
    default:
      return undefined;
  }
}
