"use client";

import { Layers } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { everyLevel, type LevelSet, levelBit, logLevels } from "@/lib/format/log-level";
import { formatCount } from "@/lib/format/numbers";
import type { LogStore } from "@/lib/live/log-store";
import type { DrawnState } from "./drawn-state.ts";
import { DrawnText } from "./drawn-text.tsx";
import { levelStyles } from "./hue-class.ts";
import { levelsMenuTexts } from "./log-pane-on-demand-messages.ts";

const severeLevels = levelBit("fatal") | levelBit("error") | levelBit("warn");

/** Chooses the levels shown; each has the number of its buffered lines. */
export function LevelsMenu({
  store,
  drawn,
  levels,
  onLevels,
}: {
  store: LogStore;
  drawn: DrawnState;
  levels: LevelSet;
  onLevels: (levels: LevelSet) => void;
}) {
  const shown = logLevels.filter((level) => (levels & levelBit(level)) !== 0);
  const some = levels !== everyLevel;
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={some ? levelsMenuTexts.levels(levelNames(levels)) : levelsMenuTexts.levelsAll}
          className={some ? "bg-selected! text-ink!" : "px-1.5!"}
        >
          <Layers />
          <span className="hidden @md:inline">{levelsMenuTexts.levelsLabel}</span>
          {some ? <span className="text-ink-2">{shown.length}</span> : null}
        </Button>
      }
    >
      {logLevels.map((level, index) => (
        <MenuCheckboxItem
          key={level}
          checked={(levels & levelBit(level)) !== 0}
          onCheckedChange={() => onLevels(levels ^ levelBit(level))}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="flex-1">{levelStyles[level].word}</span>
          <span className="pl-4 text-label text-ink-3">
            <DrawnText drawn={drawn} text={() => formatCount(store.levelCounts[index])} />
          </span>
        </MenuCheckboxItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onLevels(severeLevels)}>{levelsMenuTexts.warningsAndErrorsOnly}</MenuItem>
      <MenuItem onSelect={() => onLevels(everyLevel)}>{levelsMenuTexts.allLevels}</MenuItem>
    </Menu>
  );
}

/** The levels of a set as text: `error, warning`. */
export function levelNames(levels: LevelSet): string {
  const names = logLevels
    .filter((level) => (levels & levelBit(level)) !== 0)
    .map((level) => levelStyles[level].word.toLowerCase());
  return names.length === 0 ? levelsMenuTexts.none : names.join(", ");
}
