/** The passwords of eight characters and more that guessers try first (lists of leaked passwords agree on these), in small letters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12341234 11111111 00000000 87654321 987654321 88888888 66666666 12121212 123123123 11223344
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwerty12 qwerty123 qwerty1234 qwertyuiop qazwsxedc asdfghjk asdfghjkl asdfasdf zxcvbnm1
  zxcvbnm123 password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pass1234 passpass
  iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1
  trustno1 starwars whatever letmein1 letmein123 welcome1 welcome123 abcd1234 abc12345 abcdefgh aaaaaaaa a1b2c3d4 changeme
  changeme1 computer internet michelle jennifer jessica1 jordan23 charlie1 michael1 samantha nicholas victoria danielle
  liverpool liverpool1 chelsea1 arsenal1 corvette mercedes maverick midnight butterfly chocolate christmas blessed1 jesus123
  jesuschrist godisgood godbless heaven123 mustang1 dragon123 monkey123 master123 shadow123 killer123 hello123 hellohello
  admin123 admin1234 administrator loveme123 lovelove babygirl babygirl1 basketball password0 secret123 test1234 testtest
  guyana123 guyana1966 georgetown georgetown1 demerara demerara1 essequibo berbice1`.split(/\s+/),
);
