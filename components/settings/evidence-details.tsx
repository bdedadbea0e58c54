import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { type EvidenceState, isOff } from "@/lib/bff/evidence";
import { formatBytes, formatCount, formatCountOf } from "@/lib/format/numbers";
import { formatEarlyDeletion, formatStored, megabytesOf } from "./evidence-messages.ts";
import { EvidenceRules, evidenceRules } from "./evidence-rules.tsx";
import { Setting, ShownEvidenceProvider } from "./evidence-setting.tsx";
import { evidenceDetailsTexts } from "./setting-messages.ts";

/** Rows in order, with their heights. */
export const evidenceDetails = [
  ...evidenceRules,
  ...[
    evidenceDetailsTexts.storedNow,
    evidenceDetailsTexts.size,
    evidenceDetailsTexts.storedFor,
    evidenceDetailsTexts.largestLog,
    evidenceDetailsTexts.followedNow,
    evidenceDetailsTexts.deletedEarly,
  ].map((name) => ({
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
            <DescriptionItem name={evidenceDetailsTexts.storedNow}>
              <StoredNow stored={stored} />
            </DescriptionItem>
            <DescriptionItem name={evidenceDetailsTexts.size}>
              {formatBytes(stored.stored_bytes + stored.picture_bytes)}{" "}
              <Setting name="max_mb">
                {evidenceDetailsTexts.of(formatBytes(megabytesOf(settings.max_mb)))}
              </Setting>
              <span className="text-ink-3">
                {stored.logs === 0
                  ? null
                  : evidenceDetailsTexts.logsCompressedFrom({
                      stored: formatBytes(stored.stored_bytes),
                      uncompressed: formatBytes(stored.text_bytes),
                    })}
                {stored.pictures === 0
                  ? null
                  : evidenceDetailsTexts.pictures(formatBytes(stored.picture_bytes))}
              </span>
            </DescriptionItem>
            <DescriptionItem name={evidenceDetailsTexts.storedFor}>
              <Setting name="days">{evidenceDetailsTexts.days(settings.days)}</Setting>
              <span className="text-ink-3">{evidenceDetailsTexts.afterLastLineOrPicture}</span>
            </DescriptionItem>
            <DescriptionItem name={evidenceDetailsTexts.largestLog}>
              <Setting name="session_mb">
                {evidenceDetailsTexts.ofText(formatBytes(megabytesOf(settings.session_mb)))}
              </Setting>
              <span className="text-ink-3">{evidenceDetailsTexts.olderLinesAreDeleted}</span>
            </DescriptionItem>
          </>
        )}
        {noLines ? null : (
          <DescriptionItem name={evidenceDetailsTexts.followedNow}>
            <FollowedNow recorder={recorder} streams={settings.streams} readAtMs={readAtMs} />
          </DescriptionItem>
        )}
        {noneStored && recorder?.deleted == null ? null : (
          <DescriptionItem name={evidenceDetailsTexts.deletedEarly}>
            {recorder?.deleted == null ? (
              <span className="text-ink-3">{evidenceDetailsTexts.nothing}</span>
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
  if (text === "") return <span className="text-ink-3">{evidenceDetailsTexts.nothingStoredYet}</span>;
  return (
    <>
      {text}
      {oldestMs === null ? null : (
        <span className="text-ink-3">
          {evidenceDetailsTexts.oldest}
          <RelativeTime at={oldestMs} />
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
  if (recorder === null) return <span className="text-ink-3">{evidenceDetailsTexts.notReportedYet}</span>;
  const { at_ms: atMs, following, waiting } = recorder;
  return (
    <>
      {formatCountOf(following, "log")}{" "}
      <Setting name="streams">{evidenceDetailsTexts.ofUpTo(formatCount(streams))}</Setting>
      {waiting === 0 ? null : (
        <span className="text-warn">
          {evidenceDetailsTexts.waitingLinesMayBeMissing(formatCount(waiting))}
        </span>
      )}
      {readAtMs - atMs < reportedWithinMs ? null : (
        <span className="block text-warn">
          {evidenceDetailsTexts.lastReported}
          <RelativeTime at={atMs} />
          {evidenceDetailsTexts.recorderOffOrNoLogs}
        </span>
      )}
    </>
  );
}
