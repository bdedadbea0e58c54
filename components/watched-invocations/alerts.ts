// Sounds and notifications for the end of a watched invocation. Nothing is created and no permission is
// requested before the operator enables it.
let audio: AudioContext | undefined;

/** Creates or resumes the audio context. Browsers allow sound only after a user gesture: call it from a
 *  click or key handler. */
export async function readySound(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume().catch(() => {});
}

const tones = { up: [523, 784], down: [523, 349] } as const;
const toneSeconds = 0.18;
const loudness = 0.12;

/** Two short tones: rising for a success, falling for anything else. Silent while the browser blocks
 *  sound. */
export function playTones(way: keyof typeof tones): void {
  if (audio?.state !== "running") return;
  const { currentTime, destination } = audio;
  for (const [at, frequency] of tones[way].entries()) {
    const begin = currentTime + at * toneSeconds;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness, begin + 0.02);
    gain.gain.linearRampToValueAtTime(0, begin + toneSeconds);
    oscillator.connect(gain).connect(destination);
    oscillator.start(begin);
    oscillator.stop(begin + toneSeconds);
  }
}

export type NotifyState = NotificationPermission | "unsupported";

/** Permission of this page to show notifications. */
export const notifyState = (): NotifyState =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

/** Opens the browser's permission prompt. */
export async function requestNotifications(): Promise<NotifyState> {
  return typeof Notification === "undefined" ? "unsupported" : Notification.requestPermission();
}

/** Shows a system notification; `tag` replaces an older one of the same invocation. */
export function showNotification(title: string, body: string, tag: string, onOpen: () => void): void {
  if (notifyState() !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      onOpen();
    });
  } catch {
    // Some phones allow notifications from service workers only; the tray and the title still show the end.
  }
}
