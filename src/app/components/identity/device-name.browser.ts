/** A passkey's initial name is the system it was made on. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const system = ["iPhone", "iPad", "Android", "Mac", "Windows", "CrOS", "Linux"].find((each) =>
    agent.includes(each),
  );
  return system ? `Passkey of ${system === "CrOS" ? "ChromeOS" : system}` : "Passkey";
}
