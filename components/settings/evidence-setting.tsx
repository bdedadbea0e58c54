import { createContext, type ReactNode, useContext } from "react";
import { Tooltip } from "@/components/ui/tooltip";
import type { EvidenceState } from "@/lib/bff/evidence";
import { variableNames } from "./evidence-messages.ts";
import { evidenceSettingTexts } from "./setting-messages.ts";

/** The state whose settings are shown below it. */
const ShownEvidence = createContext<EvidenceState | undefined>(undefined);
export const ShownEvidenceProvider = ShownEvidence.Provider;

/** A value of the settings; the tooltip names its variable and field, and whether it was changed in Settings. */
export function Setting({ name, children }: { name: keyof typeof variableNames; children: ReactNode }) {
  const evidence = useContext(ShownEvidence);
  const isChanged = evidence?.changed.includes(name) ?? false;
  const text = (
    <>
      <span className="block font-mono text-caption">
        {evidenceSettingTexts.variableAndSetting(variableNames[name], name)}
      </span>
      {isChanged ? evidenceSettingTexts.changedInSettings(evidence?.defaults[name]) : null}
    </>
  );
  return (
    <Tooltip text={text}>
      <span>{children}</span>
    </Tooltip>
  );
}
