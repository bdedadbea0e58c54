// What the list leaves to the banner above it, and what is below it to the list. Pure.
import type { Attention, AttentionEntry, AttentionItem } from "@/lib/bff/attention";
import { attentionSeverities } from "@/lib/bff/attention-invocations";
import { readFailure } from "@/lib/format/error-message";
import { BffError } from "@/lib/queries/bff";

export type Silence = Extract<AttentionItem, { kind: "silent" }>;

/** Codes by which the banner says that the API does not answer. */
const isSilence = (code: string | null): boolean => code?.startsWith("upstream_") === true;

/** Whether equal codes name one cause, not a fault that each part may have of its own, as `internal_error` does. */
const isSharedCause = (code: string): boolean =>
  isSilence(code) || code.startsWith("store_") || code === "dashboard_unreachable";

/** Whether the banner, which reports the error `banner`, reports the cause of another error. */
export function isInBanner(error: unknown, banner: unknown): boolean {
  const { code } = readFailure(error);
  return isSharedCause(code) && readFailure(banner).code === code;
}

/** That the API does not answer, where the banner says so: a list that could not be read because of it. */
export function silenceInBanner(error: unknown, attention: Attention | undefined): Silence | undefined {
  if (!(error instanceof BffError) || !isSilence(error.code)) return undefined;
  return attention?.entries.map(({ cause }) => cause).find((cause) => cause.kind === "silent");
}

/**
 * The list without that entry: what the silence explains is one entry still, under the worst of it, and no check gives the
 * silence as its reason again. An alert about the silence alone is left to the bell.
 */
export function besideBanner(attention: Attention): Attention {
  const entries = attention.entries.flatMap((entry): AttentionEntry[] => {
    if (entry.cause.kind !== "silent") return [entry];
    const [cause, ...symptoms] = entry.symptoms;
    return cause === undefined ? [] : [{ ...entry, cause, severity: cause.severity, symptoms }];
  });
  const place = ({ severity }: AttentionEntry) => attentionSeverities.indexOf(severity);
  return {
    ...attention,
    entries: entries.toSorted((a, b) => place(a) - place(b)),
    checks: withoutSilence(attention.checks),
  };
}

/** The checks without the silence as their reason, for a page that says it elsewhere. */
function withoutSilence(checks: Attention["checks"]): Attention["checks"] {
  return checks.map((check) => (isSilence(check.why) ? { ...check, why: null } : check));
}

/** The checks beside the list: one of its entries says that the API does not answer, where it does not. */
export const checksBesideList = ({ entries, checks }: Attention): Attention["checks"] =>
  entries.some(({ cause }) => cause.kind === "silent") ? withoutSilence(checks) : checks;
