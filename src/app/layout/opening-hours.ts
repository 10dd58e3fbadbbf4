/** When the house is open (specification 2, Contact). */
export const openingHours = [
  { days: "Monday to Friday", hours: "9:00 AM to 6:00 PM" },
  { days: "Saturday", hours: "10:00 AM to 4:00 PM" },
  { days: "Sunday", hours: "by appointment" },
] as const;
