"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import * as z from "zod/mini";
import { DataTable } from "@/components/data-table/data-table";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { ListSearch } from "@/components/layout/list-search";
import { useCreateAct } from "@/components/layout/use-create-act";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { SheetRoom } from "@/components/ui/sheet";
import { useLoadedAhead } from "@/components/ui/use-loaded-ahead";
import { type Profile, profileFilters, profileName } from "@/lib/contract/profiles";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { profileQueries } from "@/lib/queries/profiles";
import { profileColumns } from "./profile-columns.tsx";
import { ProfileLookUp } from "./profile-look-up.tsx";
import { createProfileTexts, profilesViewTexts } from "./profile-messages.ts";
import { UsedByFreshness, useUsedProfiles } from "./used-by.tsx";

// Each appears only on demand, or below the table.
const loadSheet = loadPart(() => import("./profile-sheet.tsx").then((module) => module.ProfileSheet));
const ProfileSheet = dynamic(loadSheet, { ssr: false });
const CreateProfileDialog = dynamic(
  loadPart(() => import("./create-profile-dialog.tsx").then((module) => module.CreateProfileDialog)),
  { ssr: false },
);
const RecordedResources = dynamic(
  loadPart(() =>
    import("@/components/inventory/recorded-resources").then((module) => module.RecordedResources),
  ),
  { ssr: false },
);

const profileScreen = z.extend(profileFilters, { find: z.optional(profileName) });
const idOf = ({ id }: Profile) => id;
const nameOf = ({ name }: Profile) => name;

/** The listed profiles, lookup of any other, and downloads of saved states. */
export function ProfilesView() {
  useLoadedAhead(loadSheet.ahead);
  const screen = useUrlQuery(profileScreen);
  const create = useCreateAct({
    operation: "createProfile",
    id: "create-profile",
    label: createProfileTexts.createProfile,
    what: createProfileTexts.createProfiles,
    form: (close) => <CreateProfileDialog onCreated={(id) => screen.set({ find: id })} onClose={close} />,
  });
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
  // The list's search is for names; an exact id or name finds any profile.
  const wanted = profileName.safeParse(searchText);
  const lookUp = wanted.success ? (
    <Button onClick={() => screen.set({ find: wanted.data })}>{profilesViewTexts.lookUp(wanted.data)}</Button>
  ) : undefined;
  const found = list.items?.find(({ id, name }) => id === find || name === find);

  return (
    <ListPage
      title={profilesViewTexts.profiles}
      list={list}
      source={
        <>
          {profilesViewTexts.fromApiList}
          <UsedByFreshness />
        </>
      }
      filters={list.absent ? undefined : <ListSearch list={list} label={profilesViewTexts.searchProfiles} />}
      actions={
        list.absent ? <ProfileLookUp onFind={(idOrName) => screen.set({ find: idOrName })} /> : undefined
      }
      primary={create.primary}
    >
      {list.absent ? (
        <EmptyState title={profilesViewTexts.apiDoesNotListProfiles}>
          {profilesViewTexts.lookOneUpAbove}
        </EmptyState>
      ) : (
        <DataTable
          caption={profilesViewTexts.profiles}
          columns={profileColumns}
          {...list.table}
          filters={{ ...list.table.filters, action: lookUp }}
          active={{
            key: found?.id,
            onChange: (key) => screen.set({ find: key }, find === undefined ? "push" : "replace"),
          }}
          empty={
            <EmptyState title={profilesViewTexts.noProfilesYet} action={create.secondary}>
              {profilesViewTexts.profilesAppearHere}
            </EmptyState>
          }
          skeletonRows={4}
        />
      )}
      <RecordedResources {...list.known} />
      {create.form}
      {find === undefined ? null : <SheetRoom />}
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
