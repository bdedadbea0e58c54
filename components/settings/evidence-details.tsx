import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { type EvidenceState, isOff } from "@/lib/bff/evidence";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { formatCountOf, formatEarlyDeletion, formatStored, megabytesOf } from "./evidence-messages.ts";
import { EvidenceRules, evidenceRules } from "./evidence-rules.tsx";
import { Setting, ShownEvidenceProvider } from "./evidence-setting.tsx";

/** Rows in order, with their heights. */
export const evidenceDetails = [
  ...evidenceRules,
  ...["Stored now", "Size", "Stored for", "Largest log", "Followed now", "Deleted early"].map((name) => ({
    name,
    height: "h-5",
  })),
];

/** The figures of the leader are older than this only when it no longer reports. */
const reportedWithinMs = 60_000;

/** The rules by which evidence is stored, its limits, and what is stored now. */
export function EvidenceDetails({
  evidence,
  readAtMs,
}: {
  evidence: EvidenceState;
  /** Epoch milliseconds. */
  readAtMs: number;
}) {
  const { settings, stored, recorder } = evidence;
  const noLines = isOff(settings, "logs") && isOff(settings, "network");
  const noneStored = noLines && isOff(settings, "pictures");
  return (
    <ShownEvidenceProvider value={evidence}>
      <DescriptionList>
        <EvidenceRules evidence={evidence} />
        {noneStored && stored.logs + stored.pictures === 0 ? null : (
          <>
            <DescriptionItem name="Stored now">
              <StoredNow stored={stored} />
            </DescriptionItem>
            <DescriptionItem name="Size">
              {formatBytes(stored.stored_bytes + stored.picture_bytes)}{" "}
              <Setting name="max_mb">of {formatBytes(megabytesOf(settings.max_mb))}</Setting>
              <span className="text-ink-3">
                {stored.logs === 0
                  ? null
                  : ` · logs ${formatBytes(stored.stored_bytes)}, compressed from ${formatBytes(stored.text_bytes)}`}
                {stored.pictures === 0 ? null : ` · pictures ${formatBytes(stored.picture_bytes)}`}
              </span>
            </DescriptionItem>
            <DescriptionItem name="Stored for">
              <Setting name="days">
                {settings.days} {settings.days === 1 ? "day" : "days"}
              </Setting>
              <span className="text-ink-3"> after the last line or picture</span>
            </DescriptionItem>
            <DescriptionItem name="Largest log">
              <Setting name="session_mb">{formatBytes(megabytesOf(settings.session_mb))} of text</Setting>
              <span className="text-ink-3"> · older lines are deleted</span>
            </DescriptionItem>
          </>
        )}
        {noLines ? null : (
          <DescriptionItem name="Followed now">
            <FollowedNow recorder={recorder} streams={settings.streams} readAtMs={readAtMs} />
          </DescriptionItem>
        )}
        {noneStored && recorder?.deleted == null ? null : (
          <DescriptionItem name="Deleted early">
            {recorder?.deleted == null ? (
              <span className="text-ink-3">nothing</span>
            ) : (
              <span className="text-warn">
                {formatEarlyDeletion(recorder.deleted, settings)},{" "}
                <RelativeTime at={recorder.deleted.at_ms} />
              </span>
            )}
          </DescriptionItem>
        )}
      </DescriptionList>
    </ShownEvidenceProvider>
  );
}

function StoredNow({ stored }: Pick<EvidenceState, "stored">) {
  const { oldest_ms: oldestMs } = stored;
  const text = formatStored(stored);
  if (text === "")
    return (
      <span className="text-ink-3">
        Nothing is stored yet. Stored logs, pictures and videos are counted here.
      </span>
    );
  return (
    <>
      {text}
      {oldestMs === null ? null : (
        <span className="text-ink-3">
          {" "}
          · oldest <RelativeTime at={oldestMs} />
        </span>
      )}
    </>
  );
}

function FollowedNow({
  recorder,
  streams,
  readAtMs,
}: Pick<EvidenceState, "recorder"> & { streams: number; readAtMs: number }) {
  if (recorder === null) return <span className="text-ink-3">not reported yet</span>;
  const { at_ms: atMs, following, waiting } = recorder;
  return (
    <>
      {formatCountOf(following, "log")} <Setting name="streams">of up to {formatCount(streams)}</Setting>
      {waiting === 0 ? null : (
        <span className="text-warn"> · {formatCount(waiting)} waiting: lines may be missing</span>
      )}
      {readAtMs - atMs < reportedWithinMs ? null : (
        <span className="block text-warn">
          last reported <RelativeTime at={atMs} />: recorder off, or no logs are stored
        </span>
      )}
    </>
  );
}
