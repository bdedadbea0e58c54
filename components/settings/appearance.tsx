"use client";

import { useTheme } from "next-themes";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { useHydrated } from "@/components/ui/use-hydrated";
import { commonZones, resolveZone } from "@/lib/format/time-zone";

const themes = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Theme = (typeof themes)[number]["value"];

/** Theme and time zone. Both are kept in this browser, and hold for every page at once. */
export function Appearance() {
  const { theme, setTheme } = useTheme();
  const { choice, choose } = useTimeZone();
  // Only the browser knows the kept theme: naming it before hydration would differ from the server's text.
  const hydrated = useHydrated();
  const kept: Theme | undefined = themes.find(({ value }) => value === theme)?.value;
  const zones = [...new Set(["UTC", "local", ...commonZones, choice])].map((zone) => ({
    value: zone,
    label: zone === "local" && hydrated ? `Local · ${resolveZone("local")}` : zone,
  }));
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-2">
      <Field label="Theme">
        <Select
          value={hydrated ? (kept ?? "system") : undefined}
          placeholder="…"
          onValueChange={setTheme}
          options={themes}
        />
      </Field>
      <Field label="Time zone" hint="of tables, charts, logs and exports">
        <Select value={choice} onValueChange={choose} options={zones} />
      </Field>
    </div>
  );
}
