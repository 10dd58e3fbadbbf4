import { Square, Volume2 } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { IconButton } from "#ui/button.tsx";

const nothing = () => () => undefined;
const hasSpeech = () => "speechSynthesis" in window;

/** Speaks the text on request only; stops when the text changes or the guide is left. Absent without speech. */
export function ReadAloud({ text }: { text: string }) {
  const supported = useSyncExternalStore(nothing, hasSpeech, () => false);
  const [speaking, setSpeaking] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops when the text changes
  useEffect(() => {
    if (!supported) return;
    return () => speechSynthesis.cancel();
  }, [supported, text]);
  if (!supported) return null;
  const isSpeaking = speaking === text;
  const speak = () => {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = "en";
    utterance.rate = 0.95;
    utterance.onend = () => setSpeaking(null);
    utterance.onerror = () => setSpeaking(null);
    setSpeaking(text);
    speechSynthesis.speak(utterance);
  };
  const stop = () => {
    speechSynthesis.cancel();
    setSpeaking(null);
  };
  const label = isSpeaking ? "Stop reading" : "Read aloud";
  const Icon = isSpeaking ? Square : Volume2;
  return (
    <IconButton
      label={label}
      icon={<Icon size={22} aria-hidden="true" />}
      onClick={isSpeaking ? stop : speak}
      className="-mt-1 -mr-2.5 text-ink-soft"
    />
  );
}
