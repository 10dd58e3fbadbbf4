/** What is wrong with an email as typed, or null; the server checks it again. */
export function emailProblem(typed: string): string | null {
  const email = typed.trim();
  if (email === "") return "Please enter your email address.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
    return "Please enter a valid email address, like name@example.com.";
  }
  return null;
}
