"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DependentsList } from "@/components/inventory/dependents-list";
import { PinButton } from "@/components/inventory/pin-button";
import { LazyJsonView } from "@/components/json/lazy-json-view";
import { QueryError, RefreshError } from "@/components/layout/query-error";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useLastKnown } from "@/components/ui/use-last-known";
import type { Profile } from "@/lib/contract/profiles";
import { paces } from "@/lib/paces";
import { BffError, isAbsent, isNotFound } from "@/lib/queries/bff";
import { profileQueries } from "@/lib/queries/profiles";
import { DownloadProfileButton } from "./download-profile-button.tsx";
import { InspectProfileButton } from "./inspect-profile-button.tsx";
import { nameOf } from "./profile-columns.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { profileSheetTexts } from "./profile-on-demand-messages.ts";

/** One profile by id or name, a new element for each. `listed` is its row, when the page has it. */
export function ProfileSheet({
  idOrName,
  listed,
  onFind,
  onClose,
}: {
  idOrName: string;
  listed: Profile | undefined;
  /** Shows the profile of this id instead: it has no longer the name by which it was found. */
  onFind: (id: string) => void;
  onClose: () => void;
}) {
  // It may be found by its name, which can change; its id cannot.
  const [id, setId] = useState<string>();
  const client = useQueryClient();
  const { queryKey: firstKey } = profileQueries.detail(idOrName);
  const query = useQuery({
    ...profileQueries.detail(id ?? idOrName),
    enabled: listed === undefined,
    // What was read by the name is not read again by the id at once.
    initialData: () => client.getQueryData(firstKey),
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
    staleTime: paces.refresh.figuresMs,
    // As often as the rows of the list.
    refetchInterval: ({ state: { error } }) =>
      isNotFound(error) || isAbsent(error) ? false : paces.refresh.figuresMs,
  });
  const profile = useLastKnown(idOrName, listed ?? query.data?.data);
  if (profile !== undefined && profile.id !== id) setId(profile.id);
  const dependents = useQuery({
    ...profileQueries.dependents(profile?.id ?? idOrName),
    // Not by a name whose id is about to be known.
    enabled: profile !== undefined || query.error !== null,
    refetchInterval: paces.refresh.countsMs,
  });
  const status = query.error instanceof BffError ? query.error.status : undefined;
  const isGone = listed === undefined && status === 404;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="truncate">{profile === undefined ? idOrName : nameOf(profile)}</span>}
      actions={
        <>
          <PinButton
            kind="profile"
            id={profile?.id ?? idOrName}
            name={profile === undefined ? idOrName : nameOf(profile)}
            awaited={profile === undefined && query.error === null}
          />
          {profile === undefined || isGone ? null : (
            <>
              <InspectProfileButton idOrName={profile.id} name={nameOf(profile)} />
              <DownloadProfileButton idOrName={profile.id} name={nameOf(profile)} />
            </>
          )}
          {profile === undefined ? null : (
            <ProfileMenu
              profile={profile}
              dependents={dependents.data?.data}
              isGone={isGone}
              onRenamed={() => onFind(profile.id)}
              onDeleted={onClose}
            />
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {profile !== undefined ? (
          <>
            {listed === undefined ? (
              <RefreshError query={query} gone={profileSheetTexts.noLongerExists} />
            ) : null}
            <ProfileDetails profile={profile} />
          </>
        ) : status === 404 ? (
          <EmptyState title={profileSheetTexts.notFound}>
            {profileSheetTexts.noProfileHasIdOrName}
            <q className="font-medium break-all">{idOrName}</q>
            {profileSheetTexts.caseAndSpacesMatter}
          </EmptyState>
        ) : status === 501 ? (
          <EmptyState
            title={profileSheetTexts.apiCannotLookUpProfiles}
            action={
              <span className="flex items-center gap-2">
                <InspectProfileButton idOrName={idOrName} name={idOrName} />
                <DownloadProfileButton idOrName={idOrName} name={idOrName} />
              </span>
            }
          >
            {profileSheetTexts.canStillDownload}
          </EmptyState>
        ) : query.error === null ? (
          <div className="grid gap-3">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-48" />
          </div>
        ) : (
          <QueryError query={query} />
        )}
        <DependentsList title={profileSheetTexts.usedBy} query={dependents} />
        {profile === undefined ? null : (
          <LazyJsonView text={JSON.stringify(profile, null, 2)} label={profileSheetTexts.allFields} />
        )}
      </div>
    </Sheet>
  );
}

function ProfileDetails({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-5">
      <DescriptionList>
        <DescriptionItem name={profileSheetTexts.name}>{profile.name || "–"}</DescriptionItem>
        <DescriptionItem name={profileSheetTexts.id}>
          <CopyableId id={profile.id} what={profileSheetTexts.profileId} />
        </DescriptionItem>
        <DescriptionItem name={profileSheetTexts.created}>
          <RelativeTime at={profile.created_at} />
        </DescriptionItem>
        <DescriptionItem name={profileSheetTexts.updated}>
          <RelativeTime at={profile.updated_at} />
        </DescriptionItem>
        <DescriptionItem name={profileSheetTexts.lastUsed}>
          <RelativeTime at={profile.last_used_at} />
        </DescriptionItem>
      </DescriptionList>
    </div>
  );
}
