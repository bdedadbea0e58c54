"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { DataTable } from "@/components/data-table/data-table";
import { RecordedResources } from "@/components/inventory/recorded-resources";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { ListSearch } from "@/components/layout/list-search";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { type Profile, profileFilters, profileName } from "@/lib/contract/profiles";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { profileQueries } from "@/lib/queries/profiles";
import { CreateProfileButton } from "./create-profile-button.tsx";
import { profileColumns } from "./profile-columns.tsx";
import { ProfileLookUp } from "./profile-look-up.tsx";
import { ProfileSheet } from "./profile-sheet.tsx";
import { UsedByFreshness, useUsedProfiles } from "./used-by.tsx";

const profileScreen = z.extend(profileFilters, { find: z.optional(profileName) });
const idOf = ({ id }: Profile) => id;
const nameOf = ({ name }: Profile) => name;

/** The listed profiles, lookup of any other, and downloads of saved states. */
export function ProfilesView() {
  const screen = useUrlQuery(profileScreen);
  useUsedProfiles();
  const { find, limit = 50, offset = 0, query: searchText } = screen.value;
  const list = useResourceList({
    screen,
    query: useQuery({
      ...profileQueries.list({ limit, offset, query: searchText }),
      refetchInterval: ({ state }) => (offset > 0 || isAbsent(state.error) ? false : paces.refresh.figuresMs),
    }),
    kind: "profile",
    rowKey: idOf,
    nameOf,
    detail: profileQueries.detail,
    filters: { query: searchText && `search “${searchText}”` },
  });
  const found = list.items?.find(({ id, name }) => id === find || name === find);

  return (
    <ListPage
      title="Profiles"
      list={list}
      source={
        <>
          From the API's list of profiles. <UsedByFreshness />
        </>
      }
      actions={
        <>
          {list.absent ? null : <ListSearch list={list} label="Search profiles" />}
          <ProfileLookUp onFind={(idOrName) => screen.set({ find: idOrName })} />
          <CreateProfileButton onCreated={(id) => screen.set({ find: id })} />
        </>
      }
    >
      {list.absent ? (
        <EmptyState title="This API does not list profiles">
          Look one up by its id or its exact name, above.
        </EmptyState>
      ) : (
        <DataTable
          caption="Profiles"
          columns={profileColumns}
          {...list.table}
          active={{
            key: found?.id,
            onChange: (key) => screen.set({ find: key }, find === undefined ? "push" : "replace"),
          }}
          empty={
            <EmptyState title="No profile yet">
              A profile is a browser's saved state, such as its cookies. Create one with the button above,
              then start a browser that saves its changes into it.
            </EmptyState>
          }
          skeletonRows={4}
        />
      )}
      <RecordedResources {...list.known} />
      {find === undefined ? null : (
        <ProfileSheet
          key={find}
          idOrName={find}
          listed={found}
          onFind={(id) => screen.set({ find: id }, "replace")}
          onClose={() => screen.set({ find: undefined }, "replace")}
        />
      )}
    </ListPage>
  );
}
