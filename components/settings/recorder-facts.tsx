import type { ReactNode } from "react";
import { CopyableId, Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import type {
  RecorderDuty,
  RecorderDutyName,
  RecorderList,
  RecorderListName,
  RecorderState,
} from "@/lib/bff/recorder";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { rawWords } from "./kept-words.ts";
import { partlyWords } from "./partly-words.ts";
import { RecorderStatus } from "./recorder-status.tsx";

/** What is shown, in order, and how tall. */
export const recorderFacts = [
  "State",
  "Recorded by",
  "Invocations read",
  "Pools read",
  "Sessions read",
  "Proxies read",
  "Profiles read",
  "Extensions read",
  "Invocations known from",
  "Started in 24 h",
  "Store",
  "Kept",
].map((name) => ({ name, height: name === "Recorded by" ? "h-6" : "h-5" }));

const listNames = {
  invocations: "Invocations read",
  pools: "Pools read",
  browsers: "Sessions read",
  proxies: "Proxies read",
  profiles: "Profiles read",
  extensions: "Extensions read",
} as const satisfies Record<RecorderListName, string>;
const dutyWords = {
  cleaning: "letting the past go",
  noting: "noting what answers teach",
} as const satisfies Record<RecorderDutyName, string>;

/** Who records, how its lists go, and how much room it takes. */
export function RecorderFacts({
  recorder,
  day,
}: {
  recorder: RecorderState;
  /** What it recorded of the last 24 hours. */
  day: ReactNode;
}) {
  const { leader, store, retention } = recorder;
  return (
    <Facts>
      <Fact name="State">
        <RecorderStatus recorder={recorder} />
        {recorder.duties.map((duty) => (
          <DutyState key={duty.duty} duty={duty} />
        ))}
      </Fact>
      <Fact name="Recorded by">
        {leader === null ? (
          <span className="text-ink-3">nobody: no replica holds the lease</span>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <CopyableId id={leader.holder} what="name of the replica that records" />
            <span className="text-ink-3">
              {leader.here ? "this replica" : "another replica"} · term {leader.term}
            </span>
          </span>
        )}
      </Fact>
      {recorder.lists.map((list) => (
        <Fact key={list.list} name={listNames[list.list]}>
          <ListState list={list} />
        </Fact>
      ))}
      <Fact name="Invocations known from">
        <RelativeTime at={recorder.complete_from_ms} empty="being read back" />
        {recorder.began_at_ms === null ? null : (
          <span className="text-ink-3">
            {" "}
            · mirrored since <RelativeTime at={recorder.began_at_ms} />
          </span>
        )}
      </Fact>
      <Fact name="Started in 24 h">{day}</Fact>
      <Fact name="Store">
        {formatBytes(store.bytes)}
        <span className="text-ink-3">
          {store.max_bytes === null
            ? ` in ${store.kind}, bounded by age only`
            : ` of ${formatBytes(store.max_bytes)} in the ${store.kind}`}
        </span>
        {store.trimmed === null ? null : (
          <span className="block text-warn">
            full <RelativeTime at={store.trimmed.at_ms} />: runs that started before{" "}
            <RelativeTime at={store.trimmed.before_ms} /> were let go early
          </span>
        )}
        {store.trimmed_ids_at_ms === null ? null : (
          <span className="block text-warn">
            full <RelativeTime at={store.trimmed_ids_at_ms} />: ended ids that nobody pinned were let go
            early, the longest unseen first
          </span>
        )}
        {store.over_bound ? (
          <span className="block text-bad">
            over its bound, and nothing is left that may go early: raise RETENTION_MAX_MB or lower
            RETENTION_DAYS
          </span>
        ) : null}
      </Fact>
      <Fact name="Kept">
        {retention.days} d
        <span className="text-ink-3">
          {" "}
          · single samples {rawWords(retention)} · the audit for good · by table below
        </span>
      </Fact>
    </Facts>
  );
}

/** Nothing while the duty is done. */
function DutyState({ duty: { duty, failing_since_ms: failingSinceMs, code, lost } }: { duty: RecorderDuty }) {
  return (
    <>
      {failingSinceMs === null ? null : (
        <span className="block text-bad">
          {dutyWords[duty]}: failing since <RelativeTime at={failingSinceMs} /> · {code}
        </span>
      )}
      {lost === 0 ? null : (
        <span className="block text-warn">
          {dutyWords[duty]}: {formatCount(lost)} left out since the recording replica started
        </span>
      )}
    </>
  );
}

function ListState({ list }: { list: RecorderList }) {
  if (!list.offered)
    return (
      <span className="text-ink-3">
        not offered by this API
        {list.last_good_at_ms === null ? null : (
          <>
            {" "}
            any more, last read <RelativeTime at={list.last_good_at_ms} />
          </>
        )}
      </span>
    );
  const partly = partlyWords(list);
  return (
    <>
      <RelativeTime at={list.last_good_at_ms} empty="not yet" />
      <span className="text-ink-3">
        {" "}
        · asked {list.mode === "fast" ? "often, somebody looks" : "now and then"}
      </span>
      {list.failing_since_ms === null ? null : (
        <span className="block text-bad">
          failing since <RelativeTime at={list.failing_since_ms} /> · {list.code}
        </span>
      )}
      {list.behind === null ? null : (
        <span className="block text-ink-2">
          reading back to <RelativeTime at={list.behind.to_ms} />
          {list.behind.reached_ms === null ? null : (
            <>
              , reached <RelativeTime at={list.behind.reached_ms} />
            </>
          )}
        </span>
      )}
      {partly === undefined ? null : <span className="block text-warn">{partly}</span>}
      {list.skipped === 0 ? null : (
        <span className="block text-warn">{list.skipped} too large to be read, passed over</span>
      )}
    </>
  );
}
