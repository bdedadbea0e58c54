import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { CopyableId } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Profile } from "@/lib/contract/profiles";
import { DownloadProfileButton } from "./download-profile-button.tsx";
import { profileColumnsTexts } from "./profile-messages.ts";
import { UsedBy } from "./used-by.tsx";

/** A profile's display name: its name, or its id. */
export const nameOf = (profile: Profile): string => profile.name || profile.id;

export const profileColumns: readonly Column<Profile>[] = [
  {
    id: "name",
    header: profileColumnsTexts.name,
    card: "name",
    cell: (profile) => (
      <>
        {profile.name || <span className="text-ink-3">{profileColumnsTexts.unnamed}</span>}
        <PinBadge kind="profile" id={profile.id} />
      </>
    ),
  },
  {
    id: "id",
    header: profileColumnsTexts.id,
    width: "15rem",
    mono: true,
    hideWhenNarrow: true,
    cell: (profile) => <CopyableId id={profile.id} what={profileColumnsTexts.profileId} />,
  },
  {
    id: "used_by",
    header: profileColumnsTexts.usedBy,
    card: "note",
    cardLabel: true,
    hint: profileColumnsTexts.usedByHint,
    width: "14rem",
    cell: (profile) => <UsedBy profile={profile} />,
  },
  {
    id: "created_at",
    header: profileColumnsTexts.created,
    width: "8rem",
    hideWhenNarrow: true,
    cell: (profile) => <RelativeTime at={profile.created_at} />,
  },
  {
    id: "updated_at",
    header: profileColumnsTexts.updated,
    width: "8rem",
    hideWhenNarrow: true,
    cell: (profile) => <RelativeTime at={profile.updated_at} />,
  },
  {
    id: "last_used_at",
    header: profileColumnsTexts.lastUsed,
    card: "end",
    width: "8rem",
    cell: (profile) => <RelativeTime at={profile.last_used_at} />,
  },
  {
    id: "download",
    header: profileColumnsTexts.savedState,
    hidesHeader: true,
    width: "8.5rem",
    align: "right",
    cell: (profile) => <DownloadProfileButton idOrName={profile.id} name={nameOf(profile)} />,
  },
];
