"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { badRowsOf } from "@/components/data-table/bad-rows";
import { DataTable } from "@/components/data-table/data-table";
import { listPaging } from "@/components/data-table/list-paging";
import { StaleSince } from "@/components/data-table/table-states";
import { Remembered } from "@/components/inventory/remembered";
import { usePinnedList } from "@/components/inventory/use-pinned-list";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { TruthLine } from "@/components/ui/truth-line";
import { type Profile, profileFilters, profileName } from "@/lib/contract/profiles";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { profileQueries } from "@/lib/queries/profiles";
import { profileColumns } from "./profile-columns.tsx";
import { ProfileLookUp } from "./profile-look-up.tsx";
import { ProfileSheet } from "./profile-sheet.tsx";
import { UsedByTruth } from "./used-by.tsx";

const screen = z.extend(profileFilters, { find: z.optional(profileName) });
const idOf = ({ id }: Profile) => id;
const nameOf = ({ name }: Profile) => name;

/** The profiles the API lists, any other by look-up, and their saved states as files. */
export function ProfilesView() {
  const { value, ignored, set } = useUrlQuery(screen);
  const { find, limit = 50, offset = 0, query: sought } = value;
  const query = useQuery({
    ...profileQueries.list({ limit, offset, query: sought }),
    refetchInterval: ({ state }) => (offset > 0 || isAbsent(state.error) ? false : paces.refresh.figuresMs),
  });
  const { data, error, isPlaceholderData: awaited } = query;
  const absent = isAbsent(error);
  const hasMore = data?.paging?.hasMore ?? false;
  const { things: rows, listed } = usePinnedList({
    kind: "profile",
    items: data?.items,
    idOf,
    nameOf,
    sought: offset === 0 ? sought : undefined,
    awaited,
    whole: sought === undefined && offset === 0 && !hasMore,
    detail: profileQueries.detail,
  });
  const found = rows?.find(({ id, name }) => id === find || name === find);

  return (
    <Page>
      <PageHeader
        title="Profiles"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source="saved browser states as the API lists them"
            completeness={data === undefined ? undefined : <UsedByTruth />}
            stale={data?.stale}
          />
        }
        actions={
          <>
            {absent ? null : (
              <SearchBox
                label="Search profiles"
                placeholder="Name, id or label"
                value={sought ?? ""}
                onCommit={(next) =>
                  set({ query: next === "" ? undefined : next, offset: undefined }, "replace")
                }
              />
            )}
            <ProfileLookUp onFind={(idOrName) => set({ find: idOrName })} />
          </>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {absent ? (
        <EmptyState title="This API does not list profiles">
          Look one up by its id or its exact name, above.
        </EmptyState>
      ) : (
        <DataTable
          caption="Profiles"
          columns={profileColumns}
          rows={rows}
          awaited={awaited}
          rowKey={idOf}
          badRows={badRowsOf(data?.bad)}
          activeKey={found?.id}
          onActiveKeyChange={(key) => set({ find: key }, find === undefined ? "push" : "replace")}
          filters={sought === undefined ? [] : [`search “${sought}”`]}
          onClearFilters={() => set({ query: undefined, offset: undefined })}
          empty={
            <EmptyState title="No profile yet">
              A profile is a browser's saved state, such as its cookies. It appears here once a session has
              been asked to save its changes into one.
            </EmptyState>
          }
          error={error ?? undefined}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSinceMs={data?.stale === undefined ? undefined : data.observedAtMs}
          skeletonRows={4}
          paging={listPaging({ offset, limit, hasMore }, set)}
        />
      )}
      <Remembered kind="profile" listed={absent ? undefined : listed} sought={sought} />
      {find === undefined ? null : (
        <ProfileSheet
          key={find}
          idOrName={find}
          listed={found}
          onClose={() => set({ find: undefined }, "replace")}
        />
      )}
    </Page>
  );
}
