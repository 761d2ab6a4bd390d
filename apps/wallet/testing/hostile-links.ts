/**
 * Hostile links and what becomes of each: the corpus of links.test.ts and of the journey that opens all of them in a
 * browser. `{own}` stands for the origin of the app. Characters that are not seen are written by their number.
 */
import type { LinkRefusal } from '../src/lib/route/links.ts';

/** `page` with the address that is opened, `outlink` and `messaging` with the host that is shown. */
export type LinkOutcome = `refused ${LinkRefusal}` | `${'page' | 'outlink' | 'messaging'} ${string}`;

type HostileClass = {
  readonly name: string;
  /** What becomes of every link of this class that names nothing else. */
  readonly outcome: LinkOutcome;
  readonly links: readonly (string | readonly [link: string, outcome: LinkOutcome])[];
};

export type HostileLink = { readonly name: string; readonly link: string; readonly outcome: LinkOutcome };

/** Every link of the corpus, for an app at `origin`. */
export function hostileLinks(origin: string): HostileLink[] {
  return classes.flatMap(({ name, outcome, links }) =>
    links.map((one) => {
      const [link, expected] = typeof one === 'string' ? [one, outcome] : one;
      return { name, link: link.replaceAll('{own}', origin), outcome: expected };
    }),
  );
}

/** Fields between blanks: the classes whose links hold none are easier to read so. */
const words = (text: string): string[] => text.trim().split(/\s+/);
/** The same attack with each of some characters. */
const each = (characters: string, link: (one: string) => string): string[] => Array.from(characters, link);

const seenAsNothing =
  '\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202d\u202e\u2060\u2064' +
  '\u2066\u2067\u2068\u2069\u206a\u2800\u3164\ufe0f\ufeff\uffa0\ufffd\u{e0041}\u{e0100}\u{f0000}';
const controls = '\u0000\u0001\u0008\u0009\u000a\u000b\u000c\u000d\u001b\u001f\u007f\u0085\u2028\u2029';
const blanks = '\u00a0\u1680\u2002\u2003\u2009\u202f\u205f\u3000';

const classes: readonly HostileClass[] = [
  {
    name: 'script schemes',
    outcome: 'refused scheme',
    links: [
      ...words(`javascript:alert(1) JaVaScRiPt:alert(1) JAVASCRIPT:alert(1) javascript://evil.example/%0aalert(1)
        javascript:void(0) javascript:%61lert(1) javascript:alert\`1\` javascript:top.location='https://evil.example'
        javascript:window.open('https://evil.example') javascript:fetch('https://evil.example')
        javascript:/*--></title></style>*/alert(1) javascript:alert(1)//https://wallet.example/ jscript:alert(1)
        vbscript:msgbox(1) VbScRiPt:msgbox(1) livescript:alert(1) mocha:alert(1) javascript: javascript:;`),
      '   javascript:alert(1)',
      'javascript: alert(1)',
      'javascript:"https://wallet.example/";alert(1)',
    ],
  },
  {
    name: 'schemes taken apart by controls',
    outcome: 'refused hidden',
    links: [
      ...each(controls, (one) => `${one}javascript:alert(1)`),
      ...each(controls, (one) => `java${one}script:alert(1)`),
      ...each('\t\n\r', (one) => `javascript${one}:alert(1)`),
      ...each('\t\n\r\0', (one) => `ht${one}tps://evil.example/`),
      ...each('\t\n\r\0', (one) => `https://wallet.example${one}.evil.example/`),
      ...each('\t\n\0', (one) => `/${one}/evil.example`),
      'j\na\nv\na\ns\nc\nr\ni\np\nt\n:\na\nl\ne\nr\nt(1)',
      'https://evil.example/\r\nset-cookie:x=1',
    ],
  },
  {
    name: 'schemes in disguise',
    outcome: 'refused unknownPage',
    links:
      words(`javascript&#58;alert(1) javascript&colon;alert(1) &#106;avascript:alert(1) &#x6A;avascript:alert(1)
      &#0000106avascript:alert(1) java&Tab;script:alert(1) java&NewLine;script:alert(1) javascript%3Aalert(1)
      %6aavascript:alert(1) %6A%61%76%61script:alert(1) javascript%253Aalert(1) ｊavascript:alert(1)
      javascript：alert(1) ｊａｖａｓｃｒｉｐｔ：alert(1) "javascript:alert(1)" 'javascript:alert(1)' (javascript:alert(1))
      <javascript:alert(1)> url(javascript:alert(1)) //javascript:alert(1) /javascript:alert(1) ./javascript:alert(1)
      ?javascript:alert(1) #javascript:alert(1) https%3A%2F%2Fevil.example https%3a//evil.example
      https%253A%252F%252Fevil.example &#104;ttps://evil.example ｈttps://evil.example https：//evil.example
      https//evil.example https;//evil.example www.evil.example evil.example @evil.example`),
  },
  {
    name: 'markup',
    outcome: 'refused unknownPage',
    links: [
      '"><script>alert(1)</script>',
      '<svg/onload=alert(1)>',
      '<img src=x onerror=alert(1)>',
      "'-alert(1)-'",
      '{{constructor.constructor("alert(1)")()}}',
      '${alert(1)}',
      '<a href="javascript:alert(1)">x</a>',
      '<iframe srcdoc="<script>alert(1)</script>">',
      ...(
        [
          'https://evil.example/"onmouseover="alert(1)',
          'https://evil.example/<script>alert(1)</script>',
          'https://evil.example/#<img src=x onerror=alert(1)>',
          "https://evil.example/'-alert(1)-'",
          'https://evil.example/?q={{7*7}}&r=${alert(1)}',
          'https://evil.example/%3Cscript%3Ealert(1)%3C/script%3E',
          'https://evil.example/javascript:alert(1)',
          'https://evil.example/?src=javascript:alert(1)',
        ] as const
      ).map((link) => [link, 'outlink evil.example'] as const),
      ['https://"><script>alert(1)</script>.example/', 'refused malformed'],
      ['https://evil"onload=alert(1).example/', 'refused host'],
    ],
  },
  {
    name: 'schemes of contents and of the browser',
    outcome: 'refused scheme',
    links: [
      'data:text/html,<script>alert(1)</script>',
      ...words(`data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== DATA:text/html,x data:,x data://evil.example
        data:image/svg+xml,<svg/onload=alert(1)> data:application/xhtml+xml,x data:text/html;charset=utf-7,+ADw-script+AD4-
        blob:{own}/6b29fc40-ca47-1067-b31d-00dd010662da blob:null/6b29fc40-ca47-1067-b31d-00dd010662da
        blob:https://evil.example/x filesystem:{own}/temporary/x filesystem:https://evil.example/temporary/x
        file:///etc/passwd file://evil.example/share FILE:///C:/x file:x view-source:https://evil.example
        view-source:javascript:alert(1) about:blank about:srcdoc about:config chrome://settings
        chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html moz-extension://x/x.html resource://x edge://settings
        jar:https://evil.example!/x feed:javascript:alert(1) feed:https://evil.example mhtml:https://evil.example cid:x
        ms-its:x res://x javascript+x:alert(1) urn:x:y isolated-app://x cast:x`),
    ],
  },
  {
    name: 'schemes of other programs',
    outcome: 'refused scheme',
    links:
      words(`intent://evil.example#Intent;scheme=https;end intent:#Intent;action=android.intent.action.CALL;end
      android-app://x market://details?id=x itms-apps://x itms-services://?action=download-manifest&url=https://evil.example
      tel:+19005550100 telprompt:+19005550100 sms:+19005550100?body=x smsto:+19005550100 mms:x mailto:x@evil.example?body=x
      facetime:x@evil.example skype:x?call callto:x sip:x@evil.example xmpp:x irc://evil.example geo:0,0 maps:x
      tg://resolve?domain=evil whatsapp://send?text=x weixin://x alipays://x zoommtg://x steam://x slack://x vscode://x
      ms-settings:x ms-msdt:/id search-ms:x shell:startup bitcoin:x ethereum:x lightning:x magnet:?xt=x ldap://evil.example
      dict://evil.example gopher://evil.example ftp://evil.example sftp://x ssh://evil.example telnet://x smb://evil.example
      nfs://x rtsp://x ws://evil.example wss://evil.example git://x svn://x httpss://evil.example hxxp://evil.example
      http+unix://x web+evil:x localhost:8787/ evil.example:443/x x: unknown:thing`),
  },
  {
    name: 'addresses that a browser would repair',
    outcome: 'refused malformed',
    links: [
      ...words(`https:evil.example https:/evil.example https:///evil.example https:////evil.example http:evil.example
        https: https:// https:/// https://?x https://# https://:443/ https://evil.example:99999/ https://evil.example:65536/
        https://evil.example:port/ https://evil.example:-1/ https://evil.example:80:80/ https://::1/ https://evil<.example/
        https://evil>.example/ https://ev|il.example/ https://ev^il.example/ https://ev]il.example/ https://ev[il.example/
        https://evil%00.example/ https://wallet.example%2fevil.example/ https://wallet.example%5cevil.example/
        https://wallet.example%23.evil.example/ https://evil.example／x https://wallet.example％2fevil.example/`),
      'https:// evil.example/',
      'https://ev il.example/',
      'https://wallet.example .evil.example/',
    ],
  },
  {
    name: 'names before the host',
    outcome: 'refused userinfo',
    links: [
      ...words(`https://bank.example@evil.example/ https://user:pass@evil.example/ https://@evil.example/
        https://:@evil.example/ https://wallet.example:443@evil.example/ https://wallet.example%2f@evil.example/
        https://wallet.example&x@evil.example/ https://a@b@evil.example/ http://wallet.example;@evil.example/
        https://evil@t.me/ {own}@evil.example/ https://wallet.example%00@evil.example/ https://wallet.example|@evil.example/
        https://javascript:alert(1)@evil.example/ https://@127.0.0.1/ https://t.me@evil.example/`),
      ['https://wallet.example%40evil.example/', 'refused malformed'],
      ['https://wallet.example＠evil.example/', 'refused malformed'],
      ['https://bank.example/@evil.example', 'outlink bank.example'],
      ['https://bank.example?@evil.example', 'outlink bank.example'],
      ['https://bank.example#@evil.example', 'outlink bank.example'],
    ],
  },
  {
    name: 'look-alike letters',
    outcome: 'refused host',
    links: [
      ['https://раypal.com/', 'outlink xn--ypal-43d9g.com'],
      ['https://xn--ypal-43d9g.com/', 'outlink xn--ypal-43d9g.com'],
      ['https://аррӏе.com/', 'outlink xn--80ak6aa92e.com'],
      ['https://XN--80AK6AA92E.com/', 'outlink xn--80ak6aa92e.com'],
      ['https://раура.com/', 'outlink xn--80aa0cbo.com'],
      ['https://gооgle.com/', 'outlink xn--ggle-55da.com'],
      ['https://gοοgle.com/', 'outlink xn--ggle-0nda.com'],
      ['https://gıthub.com/', 'outlink xn--gthub-n4a.com'],
      ['https://wаllet.example/', 'outlink xn--wllet-4ve.example'],
      ['https://wallet.ехаmple/', 'outlink wallet.xn--mple-43d3a6i'],
      ['https://münchen.de/', 'outlink xn--mnchen-3ya.de'],
      ['https://faß.de/', 'outlink xn--fa-hia.de'],
      ['https://аpple例.com/', 'outlink xn--pple-43d4686i.com'],
      ['https://אתר.example/', 'outlink xn--4db2cf.example'],
      ['https://موقع.example/', 'outlink xn--4gbrim.example'],
      ['https://ーー.example/', 'outlink xn--weka.example'],
      ['https://wallet.example∕pages.evil.example/', 'outlink wallet.xn--examplepages-ni5g.evil.example'],
      ['https://wallet.example⁄x.evil.example/', 'outlink wallet.xn--examplex-k03d.evil.example'],
      ['https://wallet.exampleノx.evil.example/', 'outlink wallet.xn--examplex-b44g.evil.example'],
      // What is one script and looks like nothing else keeps its letters.
      ['https://яндекс.рф/', 'outlink яндекс.рф'],
      ['https://例え.テスト/', 'outlink 例え.テスト'],
      ['https://中国.中国/', 'outlink 中国.中国'],
      ['https://한국.example/', 'outlink 한국.example'],
      ...words(`https://ｔ.me/x https://t。me/ https://t．me/ https://t｡me/ https://bank。example/ https://𝗴oogle.com/
        https://ℊoogle.com/ https://①②.example/ https://ﬁne.example/ https://Ⓔvil.example/ https://ｘn--80ak6aa92e.com/
        https://%74.me/ https://evil%2eexample/ https://evil.example%2e/ https://ｅvil.例え/`),
    ],
  },
  {
    name: 'numbers instead of names',
    outcome: 'refused host',
    links: [
      ...words(`http://127.0.0.1/ https://127.0.0.1:8787/ http://127.1/ http://127.0.1/ http://2130706433/ http://0x7f000001/
        http://0x7f.0.0.1/ http://0X7F.0x0.0.1/ http://0177.0.0.1/ http://017700000001/ http://127.000.000.001/
        http://0x7f.1/ http://0.0.0.0/ http://0/ http://192.168.0.1/ http://10.0.0.1/ http://172.16.0.1/ http://8.8.8.8/
        http://169.254.169.254/latest/meta-data/ http://0xA9FEA9FE/ http://2852039166/ http://100.64.0.1/
        http://255.255.255.255/ http://127.0.0.1./ http://１２７.0.0.1/ http://①②⑦.0.0.1/ http://127。0。0。1/
        http://%31%32%37.0.0.1/ https://[::1]/ https://[::]/ https://[::1]:8787/ https://[0:0:0:0:0:0:0:1]/
        https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://[::127.0.0.1]/ https://[fe80::1]/ https://[fd00::1]/
        https://[2001:db8::1]/ https://[64:ff9b::7f00:1]/`),
      ...words(`http://256.1.1.1/ http://1.2.3.4.5/ http://0x100000000/ http://4294967296/ http://08.8.8.8/
        http://1.2.3.09/ https://[::1/ https://[fe80::1%25eth0]/ https://[v1.x]/ https://[]/ https://[:::1]/ https://evil.1/
        https://evil.0x7f/`).map((link) => [link, 'refused malformed'] as const),
    ],
  },
  {
    name: 'names of the own network, and names that are none',
    outcome: 'refused host',
    links:
      words(`https://localhost/ https://LOCALHOST/ https://localhost./ https://a.localhost/ https://router/
      https://intranet/x https://printer.local/ https://nas.lan/ https://metadata.google.internal/ https://router.home.arpa/
      https://host.docker.internal/ https://wpad/ https://x.onion/ https://x.test/ https://x.invalid/ https://x.corp/
      https://evil..example/ https://.evil.example/ https://evil.example./ https://evil.example.. https://*.example/
      https://{wallet}.example/ https://evil'.example/ https://evil,wallet.example/ https://evil;wallet.example/
      https://evil=wallet.example/ https://evil!wallet.example/ https://evil$wallet.example/ https://evil&wallet.example/`),
  },
  {
    name: 'ports',
    outcome: 'outlink evil.example',
    links: [
      ...words(
        'https://evil.example:443/ https://evil.example:/ https://evil.example:00443/ http://evil.example:80/',
      ),
      ['https://evil.example:8443/', 'outlink evil.example:8443'],
      ['http://evil.example:443/', 'outlink evil.example:443'],
      ['https://evil.example:80/', 'outlink evil.example:80'],
      ['https://evil.example:22/', 'outlink evil.example:22'],
      ['https://wallet.example:8443/pages/user/index', 'outlink wallet.example:8443'],
    ],
  },
  {
    name: 'backslashes',
    outcome: 'refused backslash',
    links: [
      '\\evil.example',
      '\\\\evil.example\\share',
      '/\\evil.example',
      '/\\/evil.example',
      '\\/evil.example',
      '\\pages/user/index',
      '/pages\\user\\index',
      '/pages/user/index\\',
      '/pages/login/login?back=\\\\evil.example',
      'https:\\\\evil.example/',
      'https:/\\evil.example/',
      'https://bank.example\\@evil.example/',
      'https://wallet.example\\.evil.example/',
      'https://evil.example\\',
      '{own}\\@evil.example/',
      '..\\..\\x',
      'C:\\Windows',
      'javascript\\x3aalert(1)',
      '\\u006aavascript:alert(1)',
    ],
  },
  {
    name: 'paths that lead to another host',
    outcome: 'refused unknownPage',
    links: [
      ...words(`//evil.example ///evil.example ////evil.example //evil.example/pages/user/index // //@evil.example
        //wallet.example/pages/user/index /%2f%2fevil.example /%2F%2Fevil.example %2f%2fevil.example %2F%2Fevil.example
        /%2f/evil.example //%2fevil.example /%5cevil.example %5c%5cevil.example /%5C%5Cevil.example /%09/evil.example
        /%0a/evil.example /%0d%0a/evil.example /%00/evil.example /%e2%80%ae/evil.example /.//evil.example /..//evil.example
        /;//evil.example /:evil.example /@evil.example /https://evil.example /https:evil.example /.evil.example
        /pages/user/index//evil.example ／／evil.example /／evil.example ∕∕evil.example ⁄⁄evil.example ／\u3033evil.example
        %252f%252fevil.example /%252f%252fevil.example /%255cevil.example /%25%32%66evil.example //%5Cevil.example`),
      '/ /evil.example',
      '/ evil.example',
    ],
  },
  {
    name: 'paths beside the pages',
    outcome: 'refused unknownPage',
    links:
      words(`/../etc/passwd /pages/../api/app/ping /pages/user/index/../../../dev/faucet /pages/./user/index
      /pages/user/index/.. /pages/user/index/ /pages//user/index ../pages/user/index ./pages/user/index . .. /.. /.
      /%2e%2e/ /pages/%2e%2e/user/index /pages/user/..;/user/index /pages/user/index;x pages/user/index /PAGES/user/index
      /pages/user/index.html /pages/user/index%00 /pages/user/index%2500 /pages/user/index%20 /pages/user/index%3Fa=b
      /pages/user/index%23 /pages%252fuser%252findex /pages/user%25%32%66index /% /%zz /pages/%E0%A4%A /%c0%af%c0%af
      /api/app/config /dev/faucet /dev/inbox /stream /health /files/x /assets/x.js /docs/api /console /__proto__
      __proto__ /constructor constructor toString /hasOwnProperty /pages/none/none ?x #x ?src=//evil.example`),
  },
  {
    name: 'pages of ours that could lead away',
    outcome: 'page /pages/login/login',
    links: [
      ...words(`/pages/login/login?back=//evil.example /pages/login/login?back=https://evil.example
        /pages/login/login?back=javascript:alert(1) /pages/login/login?back=%2F%2Fevil.example
        /pages/login/login?back=/%5cevil.example /pages/login/login?back=%252F%252Fevil.example
        /pages/login/login?back=%0a/evil.example /pages/login/login?back=/pages/user/index/../../x
        /pages/login/login?BACK=/x /pages/login/login?back=//evil.example&back=/ /pages/login/login?token=x
        {own}/pages/login/login?back=https://evil.example /pages/login/login?type=admin#//evil.example`),
      ['/pages/user/walletpassword?back=https%3A%2F%2Fevil.example', 'page /pages/user/walletpassword'],
      ['/?url=https://evil.example', 'page /'],
      ['/?next=//evil.example&redirect=//evil.example', 'page /'],
      ['/?from=webview', 'page /'],
      ['/?__proto__=x&constructor=y', 'page /'],
      ['/#//evil.example', 'page /'],
      ['/#javascript:alert(1)', 'page /'],
      ['/pages/index/index?x=1', 'page /'],
      ['/pages%2fuser%2findex', 'page /pages/user/index'],
      ['%2Fpages%2Fuser%2Findex', 'page /pages/user/index'],
      ['{own}/pages/user/index?token=x', 'page /pages/user/index'],
      ['{own}/pages/./user/../user/index', 'page /pages/user/index'],
    ],
  },
  {
    name: 'look-alikes of our own origin',
    outcome: 'outlink evil.example',
    links: [
      ...words(`https://evil.example/wallet.example/pages/user/index https://evil.example?https://wallet.example/
        https://evil.example#https://wallet.example/ https://evil.example/https://wallet.example/
        https://EVIL.example/ http://evil.example/ https://evil.example/;wallet.example https://evil.example:443/%2e%2e/`),
      ['https://wallet.example.evil.example/', 'outlink wallet.example.evil.example'],
      ['https://wallet-example.evil.example/', 'outlink wallet-example.evil.example'],
      ['https://wa11et.example/', 'outlink wa11et.example'],
      ['https://wallet.example.com/', 'outlink wallet.example.com'],
      ['https://wwwwallet.example/', 'outlink wwwwallet.example'],
      ['http://wallet.example/pages/user/index', 'outlink wallet.example'],
      ['https://wallet_example.evil.example/', 'outlink wallet_example.evil.example'],
      ['{own}/dev/faucet', 'refused unknownPage'],
      ['{own}/api/app/ping', 'refused unknownPage'],
      ['{own}//evil.example/', 'refused unknownPage'],
      ['{own}/%2f%2fevil.example', 'refused unknownPage'],
      ['{own}/pages/../dev/inbox', 'refused unknownPage'],
      ['{own}/\\evil.example', 'refused backslash'],
    ],
  },
  {
    name: 'characters that are not seen or turn the text round',
    outcome: 'refused hidden',
    links: [
      ...each(seenAsNothing, (one) => `https://evil.example/${one}gnp.exe`),
      ...each(seenAsNothing, (one) => `https://wallet${one}.evil.example/`),
      ...each('\u200b\u202e\ufeff', (one) => `${one}javascript:alert(1)`),
      ...each('\u200b\u202e\ufeff', (one) => `/pages/user/index${one}`),
      ...each('\u200b\u202e\u2066', (one) => `/${one}/evil.example`),
      ...each(blanks, (one) => `${one}javascript:alert(1)`),
      ...each(blanks, (one) => `https://wallet.example${one}.evil.example/`),
      'https://evil.example/\ud800',
    ],
  },
  {
    name: 'messaging services and their look-alikes',
    outcome: 'messaging t.me',
    links: [
      ...words(
        'https://t.me/evil http://t.me/evil https://T.ME/evil https://t.me:443/evil http://t.me:80/evil',
      ),
      ['https://wa.me/19005550100', 'messaging wa.me'],
      ['https://t.me.evil.example/', 'outlink t.me.evil.example'],
      ['https://evil-t.me/', 'outlink evil-t.me'],
      ['https://sub.t.me/', 'outlink sub.t.me'],
      ['https://t.me:8443/x', 'outlink t.me:8443'],
      ['https://evil.example/t.me/x', 'outlink evil.example'],
    ],
  },
  {
    name: 'very long',
    outcome: 'refused tooLong',
    links: [
      `https://evil.example/${'a'.repeat(2100)}`,
      `https://${'wallet.example.'.repeat(200)}evil.example/`,
      `javascript:${'a'.repeat(3000)}`,
      '/'.repeat(4000),
      `/pages/user/index?${'x'.repeat(3000)}`,
      ['https://evil.example/?'.padEnd(2000, 'https://wallet.example/'), 'outlink evil.example'],
      [
        `https://wallet.example.${'a.'.repeat(60)}evil.example/`,
        `outlink wallet.example.${'a.'.repeat(60)}evil.example`,
      ],
    ],
  },
  { name: 'nothing', outcome: 'refused empty', links: ['', ' ', '      '] },
];
