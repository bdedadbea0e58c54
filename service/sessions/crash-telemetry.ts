// The crash of a session's browser, or of its network, as telemetry.
import { type OomKill, oomKillOf } from "../machine/oom-kill.ts";
import type { Session } from "./session.ts";

/** Reports that the browser has ended unexpectedly, and whether the kernel killed it because memory ran out. */
export function reportCrash(
  { chromium, telemetry }: Session,
  phase: "running" | "startup" | "gave_up",
): void {
  const { pid, name } = chromium.process;
  telemetry.emit({
    category: "system",
    type: "service_crashed",
    source: { kind: "local_process", event: "exit" },
    // When no restart is tried any more, there is no process.
    data: { phase, service_name: name, ...(phase === "gave_up" ? {} : { pid }) },
  });
  const killed = phase === "running" ? oomKillOf(chromium.mainPid) : undefined;
  if (killed) reportOomKill(telemetry, killed);
}

/** Reports that the network has ended before the browser. */
export function reportNetworkLoss({ telemetry }: Session): void {
  telemetry.emit({
    category: "system",
    type: "service_crashed",
    source: { kind: "local_process", event: "exit" },
    data: { phase: "running", service_name: "network" },
  });
}

function reportOomKill(telemetry: Session["telemetry"], killed: OomKill): void {
  telemetry.emit({
    category: "system",
    type: "system_oom_kill",
    source: { kind: "local_process", event: "oom-kill" },
    data: {
      pid: killed.pid,
      process_name: killed.processName,
      rss_kb: killed.rssKb,
      ...(killed.constraint ? { constraint: killed.constraint } : {}),
    },
  });
}
