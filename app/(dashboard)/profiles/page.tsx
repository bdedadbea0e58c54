import type { Metadata } from "next";
import { ProfilesView } from "@/components/profiles/profiles-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.profiles };

export default function ProfilesPage() {
  return <ProfilesView />;
}
