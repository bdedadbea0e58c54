import type { Metadata } from "next";
import { ChangePasswordButton } from "@/components/operators/change-password-button";
import { SettingsView } from "@/components/settings/settings-view";
import packageJson from "../../../package.json" with { type: "json" };
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.settings };

export default function SettingsPage() {
  return <SettingsView version={packageJson.version} accountActions={<ChangePasswordButton />} />;
}
