"use client";

import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { ErrorState } from "@/components/ui/error-state";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import type { Attention } from "@/lib/bff/attention";
import { periodOptions } from "@/lib/charts/periods";
import { formatAge } from "@/lib/format/duration";
import { paces } from "@/lib/paces";
import { attentionQueries } from "@/lib/queries/attention";
import { formatExamined } from "./attention-check-messages.ts";
import { AttentionList } from "./attention-list.tsx";
import { besideBanner, type Silence, silenceInBanner } from "./beside-banner.ts";
import { FigureRow } from "./figure-row.tsx";
import { overviewViewTexts } from "./overview-messages.ts";
import { overviewRanges, overviewSearchParams, standardRange } from "./overview-search-params.ts";
import { FiguresSkeleton, RestSkeleton } from "./overview-skeleton.tsx";
import { useFleet } from "./use-fleet.ts";

const refetchInterval = paces.refresh.figuresMs;
const hasFailed = ({ state }: Query): boolean => state.error !== null;
const ranges = periodOptions(overviewRanges);

const OverviewRest = dynamic(
  loadPart(() => import("./overview-details.tsx").then((module) => module.OverviewRest)),
  {
    ssr: false,
    loading: RestSkeleton,
  },
);

const sourceOf = (found: Attention | undefined): string =>
  overviewViewTexts.source(found && formatExamined(found.checks).join(", "));

const silenceOf = ({ last_answer_at_ms: lastMs }: Silence, found: Attention | undefined): string =>
  overviewViewTexts.apiHasNotAnsweredFor(
    lastMs === null || found === undefined
      ? undefined
      : formatAge(Math.max(0, found.computed_at_ms - lastMs)),
  );

/** The overview: one entry per problem, six figures, charts of the same period, latest actions and pools. */
export function OverviewView() {
  const { value, ignored, set } = useUrlQuery(overviewSearchParams);
  const { range = standardRange } = value;
  const fleet = useFleet(range);
  const client = useQueryClient();
  const attention = useQuery({ ...attentionQueries.now(), refetchInterval });
  const found = attention.data?.data;
  // The list's height moves everything below: the rest is drawn only after it.
  const settled = found !== undefined || attention.error !== null;
  const error = attention.error ?? fleet.error;
  const silent = silenceInBanner(error, found);
  const isAllShown = [attention, fleet.series, fleet.pools].every(({ data }) => data !== undefined);
  const listed = found && silent ? besideBanner(found) : found;
  const failedTitle = isAllShown ? overviewViewTexts.notUpToDate : overviewViewTexts.partNotLoaded;

  return (
    <Page>
      <PageHeader
        title={overviewViewTexts.overview}
        freshness={
          <DataFreshness
            subject={overviewViewTexts.overview}
            readAtMs={fleet.stale?.readAtMs ?? found?.computed_at_ms}
            source={sourceOf(found)}
            stale={fleet.stale?.reason}
          />
        }
        filters={
          <Select
            label={overviewViewTexts.timeRange}
            value={range}
            options={ranges}
            onValueChange={(next) => set({ range: next === standardRange ? undefined : next })}
            className="!w-36"
          />
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error ? (
        <ErrorState
          error={error}
          title={silent === undefined ? failedTitle : silenceOf(silent, found)}
          shape="strip"
          // Also what a part of the page leaves to this banner.
          onRetry={() => void client.refetchQueries({ type: "active", predicate: hasFailed })}
          retrying={fleet.retrying || attention.isFetching}
        />
      ) : null}
      {/* That nothing was found is no news once it cannot be read again. */}
      {attention.error !== null && !listed?.entries.length ? null : (
        <AttentionList attention={listed} isBesideBanner={silent !== undefined} />
      )}
      {settled ? (
        <>
          <FigureRow fleet={fleet} attention={found} />
          <OverviewRest series={fleet.series} pools={fleet.pools} banner={error} />
        </>
      ) : (
        <>
          <FiguresSkeleton />
          <RestSkeleton />
        </>
      )}
    </Page>
  );
}
