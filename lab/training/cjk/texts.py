"""What the lines say: sentences, words and names, labels and values as on receipts, invoices and forms, rare characters, numbers."""
import gzip
import json
import os
import random

from characters import ASCII, KANA

LABELS = {
    'ko': '합계 총합계 소계 부가세 부가가치세 공급가액 과세물품가액 면세물품가액 세액 판매금액 결제금액 받을금액 받은금액 받은돈 거스름돈 거스름 할인 할인금액 할인합계 쿠폰 포인트 적립 잔여포인트 '
          '카드번호 카드종류 카드사 승인번호 승인금액 승인일시 승인일자 일시불 할부개월 신용카드 신용승인 체크카드 현금 현금영수증 영수증 매출전표 거래일시 거래번호 가맹점 가맹점명 가맹점번호 단말기번호 매입사 '
          '사업자등록번호 사업자번호 사업자 대표 대표자 성명 상호 업태 종목 주소 사업장주소 전화 전화번호 전 화 팩스 이메일 품명 상품명 메뉴 메뉴명 규격 수량 단가 금액 비고 합 계 판매일 판매시간 주문번호 주문일시 테이블 담당 담당자 '
          '계산원 캐셔 매장 매장명 포스번호 공급자 공급받는자 작성일자 청구금액 영수금액 미수금 계좌번호 은행 예금주 입금계좌 납부기한 생년월일 주민등록번호 발급일 발급일자 유효기간 국적 여권번호 운전면허증 면허번호 주민등록증 외국인등록증 '
          '부서 직책 직위 대리 과장 부장 팀장 사원 대표이사 이사 상무 전무 휴대폰 홈페이지 우편번호 봉사료 배달비 배달팁 포장 매장식사 아메리카노 카페라떼 김밥 라면 떡볶이 돈까스 불고기 비빔밥 된장찌개 김치찌개 공기밥 소주 맥주 콜라 사이다 우유 커피 '
          '교환 환불 반품 영업시간 안내 감사합니다 고객센터 문의 전자영수증 면세 과세 비과세 부가세포함 정상승인 서명 고객용 회원 회원번호 적립예정 견적서 세금계산서 거래명세서 청구서 계약서 납품 발주 배송지 받는사람 보내는사람 운송장번호',
    'zh-Hant': '總計 合計 小計 總金額 金額 單價 數量 品名 項目 規格 單位 備註 稅額 營業稅 應稅 免稅 零稅率 未稅 含稅 折扣 折讓 優惠 找零 找回 實收 應收 應付 現金 信用卡 刷卡 悠遊卡 一卡通 支付 付款方式 電子發票證明聯 電子發票 統一發票 發票號碼 收據 '
               '交易明細 明細 隨機碼 賣方 買方 統編 統一編號 營業人 店號 機號 收銀機 收銀員 店員 服務員 桌號 人數 服務費 加一服務費 外帶 內用 日期 時間 交易日期 交易序號 序號 單號 訂單編號 流水號 電話 傳真 地址 電子郵件 網址 客服專線 營業時間 分機 '
               '姓名 性別 出生 出生日期 國籍 身分證 統一證號 發證日期 有效期限 護照號碼 駕駛執照 住址 會員 會員編號 點數 紅利 本次 累計 剩餘 門市 分店 公司 有限公司 股份有限公司 經理 副理 協理 總經理 董事長 主任 專員 工程師 業務 部門 職稱 手機 郵遞區號 '
               '報價單 訂購單 請款單 送貨單 採購單 帳單 帳號 銀行 戶名 匯款 繳費期限 應繳金額 客戶 客戶名稱 聯絡人 承辦人 審核 核准 製表 稅 工本費 運費 退貨 換貨 請於七日內 謝謝光臨 歡迎再度光臨 多謝惠顧 找續 八達通 港幣 新臺幣 元 圓 整 '
               '珍珠奶茶 紅茶 綠茶 咖啡 拿鐵 便當 排骨飯 雞腿飯 牛肉麵 滷肉飯 炒飯 水餃 鍋貼 蛋餅 豆漿 三明治 飯糰 麵包 蛋糕 叉燒 燒鵝 雲吞麵 菠蘿包 奶茶 凍檸茶 餐蛋麵 早餐 午餐 下午茶 套餐 特餐 熱 凍 少甜 走冰',
    'zh-Hans': '合计 总计 小计 总金额 金额 单价 数量 品名 商品名称 规格型号 单位 备注 税率 税额 价税合计 大写 小写 折扣 优惠 找零 实收 应收 应付 现金 银行卡 支付宝 微信支付 付款方式 发票代码 发票号码 开票日期 校验码 机器编号 购买方 销售方 纳税人识别号 开户行及账号 '
               '增值税普通发票 增值税专用发票 电子发票 收款人 复核 开票人 收据 小票 流水号 订单号 交易时间 收银员 桌号 人数 店名 门店 地址 电话 传真 手机 邮箱 网址 日期 时间 姓名 性别 民族 出生 住址 公民身份号码 签发机关 有效期限 有限公司 有限责任公司 总经理 经理 '
               '主任 工程师 客户 联系人 部门 职务 银行 账号 户名 谢谢惠顾 欢迎光临 会员卡号 积分 余额 退货 发货 运费 合同 报价单 送货单 采购订单 米饭 面条 饺子 豆浆 油条 炒饭 牛肉面 可乐 雪碧 矿泉水 酸奶 面包 鸡蛋 蔬菜 水果 苹果 香蕉 人民币 元 圆 角 分 整',
    'ja': '合計 小計 総合計 消費税 消費税等 内税 外税 税込 税抜 税率 対象 内消費税 軽減税率対象 お預り お預かり お釣り おつり お釣 現金 現計 釣銭 領収書 領収証 レシート 御見積書 見積書 請求書 御請求書 納品書 注文書 明細 品名 品番 数量 単価 金額 単位 摘要 備考 割引 値引 '
          'クレジット カード 電子マネー ポイント 今回ポイント 累計ポイント 利用可能ポイント 会員 会員番号 担当 担当者 責任者 責 レジ 店 本店 支店 店舗 営業時間 電話 電話番号 TEL FAX 住所 〒 登録番号 日付 日時 時刻 伝票番号 取引番号 承認番号 端末番号 加盟店 支払方法 一括 有効期限 '
          '株式会社 有限会社 合同会社 代表取締役 取締役 社長 部長 課長 係長 主任 営業部 開発部 総務部 様 御中 但し 上記正に領収いたしました 収入印紙 毎度ありがとうございます ありがとうございました またのお越しをお待ちしております 氏名 生年月日 性別 国籍 住居地 在留カード 運転免許証 '
          '免許の条件等 交付 年 月 日 有効 番号 銀行 口座番号 普通 名義 振込先 振込手数料 お支払期限 ご請求金額 税 点 円 個 本 枚 名 人数 お客様 テーブル 注文 持帰り 店内 ビール 生ビール ウーロン茶 コーヒー 紅茶 定食 ラーメン 餃子 焼鳥 枝豆 唐揚 弁当 おにぎり 牛乳 食パン 卵 豆腐 納豆 味噌汁 サラダ セット レジ袋 '
          '食料品 雑貨 野菜 果物 精肉 鮮魚 惣菜 お買上 お買上点数 お買上計 対象計 内税額 外税額 クーポン 返品 交換 領収 控え お客様控え 売上票',
}
COMPANY = {'ko': ['(주){}', '주식회사 {}', '{}(주)', '㈜{}', '{} 주식회사', '{}점', '{}마트'], 'zh-Hant': ['{}股份有限公司', '{}有限公司', '{}門市', '{}餐廳', '{}店'],
           'zh-Hans': ['{}有限公司', '{}有限责任公司', '{}超市', '{}分公司', '{}店'], 'ja': ['株式会社{}', '{}株式会社', '(株){}', '㈱{}', '{}店', '有限会社{}']}
MONEY = {'ko': ['{}원', '₩{}', '￦{}', '{} 원', '\\{}'], 'zh-Hant': ['NT${}', '${}', '{}元', '{}圓', 'HK${}', 'NT$ {}', '{}TX', '{} TX', '$ {}'], 'zh-Hans': ['¥{}', '￥{}', '{}元', '¥ {}', 'RMB {}'],
         'ja': ['¥{}', '￥{}', '{}円', '\\{}', '¥{}-', '{}円也', '¥ {}', '{}※', '{}*', '¥{}内', '{}軽']}
LATIN = 'Total TOTAL VISA Master JCB AMEX IC No. NO TEL Tel FAX Fax E-mail email www http co.kr com.tw co.jp com.cn USB Wi-Fi LED CU GS25 POS ATM PDF A4 XL OK SALE 1+1 kg ml cm mm L g Coffee Latte Americano Cafe Samsung LG KB NH BC SONY Apple iPhone Ltd. Inc. Co., QR ID PIN VIP Room Floor Bldg. Road Street Taipei Seoul Tokyo Hong Kong China Korea Japan Mr. Ms. CEO Manager Engineer Sales'.split()
SIGNS_OF = {'ko': '.,:;!?-~()[]/%*+&#=<>"\'·', 'zh-Hant': '，。、：；！？（）「」『』《》—…·:/-*%#()', 'zh-Hans': '，。、：；！？（）“”《》—…·:/-*%#()', 'ja': '、。・「」『』（）！？：…～ー〜：/-*%#()※'}


class Texts:
    def __init__(self, folder: str, language: str, letters: str):
        self.language, self.letters, self.labels = language, letters, LABELS[language].split()
        with gzip.open(os.path.join(folder, f'{language}.json.gz'), 'rt', encoding='utf8') as file:
            found = json.load(file)
        self.sentences, self.words, self.names = found['sentences'], found['words'], found['names']

    def line(self, r: random.Random, longest: int) -> str:
        kind = r.random()
        if kind < 0.26:
            return self.sentence(r, longest)
        if kind < 0.46:
            return self.joined(r, [r.choice(self.words) for _ in range(r.choice([1, 1, 2, 3, 4]))])
        if kind < 0.54:
            return self.name(r)
        if kind < 0.60:
            return self.address(r)
        if kind < 0.82:
            return self.form(r)
        if kind < 0.94:
            return self.rare(r)
        return ' '.join(self.plain(r) for _ in range(r.choice([1, 1, 2, 3])))

    def joined(self, r: random.Random, parts: list[str]) -> str:
        gap = ' ' if self.language == 'ko' else r.choice(['', '', ' ', '、' if self.language == 'ja' else '，'])
        text = gap.join(parts)
        if r.random() < 0.15:
            text = r.choice(['({})', '（{}）', '[{}]', '「{}」', '【{}】', '"{}"', '<{}>', '*{}', '-{}', '■{}', '※{}', '○{}', '·{}', '{}:', '{}：', '{}*']).format(text)
        return text

    def sentence(self, r: random.Random, longest: int) -> str:
        text = r.choice(self.sentences)
        if len(text) <= longest:
            return text
        if self.language == 'ko':
            parts = text.split()
            start = r.randrange(len(parts))
            return ' '.join(parts[start:start + max(1, longest // 3)])
        start = r.randrange(len(text) - longest + 1)
        return text[start:start + longest]

    def name(self, r: random.Random) -> str:
        name = r.choice(self.names)
        if r.random() < 0.35:
            name = r.choice(COMPANY[self.language]).format(name)
        if r.random() < 0.25:
            name = f'{r.choice(self.labels)}{r.choice([" ", ":", "：", ": ", "  "])}{name}'
        if 2 <= len(name) <= 4 and r.random() < 0.15:
            name = '\u3000'.join(name) if r.random() < 0.5 else ' '.join(name)
        return name

    def number(self, r: random.Random) -> str:
        return str(r.randint(1, 10 ** r.randint(1, 4)))

    def address(self, r: random.Random) -> str:
        place, other, number = r.choice(self.names), r.choice(self.words)[:4], lambda most: str(r.randint(1, most))
        if self.language == 'ko':
            return r.choice([f'{place} {other}구 {other}동 {number(999)}-{number(99)}', f'{place} {other}로 {number(500)}', f'{other}시 {place} {other}로{number(99)}번길 {number(99)} {number(20)}층',
                             f'{other}동 {number(20)}층 {number(20)}{number(9)}0{number(9)}호', f'({r.randint(10000, 63999)}) {place} {other}길 {number(99)}'])
        if self.language == 'zh-Hant':
            return r.choice([f'{place}{other}區{other}路{number(400)}號{number(20)}樓', f'{place}市{other}路{r.choice("一二三四五")}段{number(400)}號', f'{r.randint(100, 983)}{place}{other}街{number(90)}巷{number(30)}弄{number(60)}號',
                             f'{place}{other}道{number(300)}號{number(40)}樓{r.choice("ABCDEFGH")}室', f'{other}縣{other}鄉{other}村{number(30)}鄰{number(100)}號'])
        if self.language == 'zh-Hans':
            return r.choice([f'{place}市{other}区{other}路{number(900)}号', f'{place}{other}街道{number(99)}号{number(30)}栋{number(30)}0{number(9)}室', f'{place}省{other}市{other}县{other}镇', f'{other}大厦{r.choice("ABCD")}座{number(30)}层'])
        return r.choice([f'〒{r.randint(100, 999)}-{r.randint(0, 9999):04d}', f'{place}{other}町{number(9)}-{number(30)}-{number(30)}', f'{place}{other}区{other}{number(9)}丁目{number(20)}番{number(20)}号', f'{place}市{other}{number(3000)}番地',
                         f'{other}ビル{number(20)}F', f'〒{r.randint(100, 999)}-{r.randint(0, 9999):04d} {place}{other}{number(9)}-{number(30)}'])

    def date(self, r: random.Random) -> str:
        year, month, day, hour, minute, second = r.randint(1950, 2031), r.randint(1, 12), r.randint(1, 31), r.randint(0, 23), r.randint(0, 59), r.randint(0, 59)
        signed = {'ko': [f'{year}년 {month}월 {day}일', f'{year}년{month:02d}월{day:02d}일', f'{year}. {month}. {day}.', f'{year}.{month:02d}.{day:02d}({r.choice("월화수목금토일")})'],
                  'ja': [f'{year}年{month}月{day}日', f'{year}年{month:02d}月{day:02d}日({r.choice("月火水木金土日")}) {hour:02d}:{minute:02d}', f'令和{r.randint(1, 9)}年{month}月{day}日', f'平成{r.randint(1, 31)}年{month}月{day}日生', f'昭和{r.randint(20, 63)}年{month}月{day}日', f'{hour}時{minute:02d}分']}.get(
                      self.language, [f'{year}年{month}月{day}日', f'{year}年{month:02d}月{day:02d}日', f'民國{r.randint(60, 118)}年{month}月{day}日' if self.language == 'zh-Hant' else f'{month}月{day}日', f'{r.randint(90, 118)}年{month:02d}-{month + 1:02d}月'])
        clock = r.choice(['', f' {hour:02d}:{minute:02d}', f' {hour:02d}:{minute:02d}:{second:02d}'])
        return r.choice([*signed, f'{year}-{month:02d}-{day:02d}{clock}', f'{year}/{month:02d}/{day:02d}{clock}', f'{year}.{month:02d}.{day:02d}{clock}', f'{year % 100:02d}/{month:02d}/{day:02d}', f'{hour:02d}:{minute:02d}'])

    def amount(self, r: random.Random) -> str:
        value = r.randint(1, 10 ** r.randint(1, 7))
        if self.language in ('ko', 'ja') and r.random() < 0.6:
            value = max(10, value // 10 * 10)
        text = r.choice([f'{value:,}', f'{value:,}', str(value), f'{value / 100:.2f}' if self.language.startswith('zh') else f'{value:,}'])
        text = r.choice(MONEY[self.language]).format(text) if r.random() < 0.55 else text
        return '-' + text if r.random() < 0.06 else text

    def phone(self, r: random.Random) -> str:
        n = lambda digits: ''.join(r.choices('0123456789', k=digits))
        return r.choice({'ko': [f'02-{n(3)}-{n(4)}', f'02-{n(4)}-{n(4)}', f'0{r.randint(31, 64)}-{n(3)}-{n(4)}', f'010-{n(4)}-{n(4)}', f'1{n(3)}-{n(4)}', f'010.{n(4)}.{n(4)}', f'0{r.randint(31, 64)}){n(3)}-{n(4)}'],
                         'zh-Hant': [f'02-{n(8)}', f'(02){n(4)}-{n(4)}', f'09{n(2)}-{n(3)}-{n(3)}', f'0{r.randint(3, 8)}-{n(7)}', f'{n(4)} {n(4)}', f'0800-{n(3)}-{n(3)}', f'+886-{n(1)}-{n(4)}-{n(4)}'],
                         'zh-Hans': [f'0{n(3)}-{n(8)}', f'1{n(10)}', f'400-{n(3)}-{n(4)}', f'010-{n(8)}', f'+86 {n(11)}'],
                         'ja': [f'03-{n(4)}-{n(4)}', f'0{n(2)}-{n(3)}-{n(4)}', f'090-{n(4)}-{n(4)}', f'0120-{n(3)}-{n(3)}', f'03({n(4)}){n(4)}', f'0{n(3)}-{n(2)}-{n(4)}']}[self.language])

    def code(self, r: random.Random) -> str:
        n = lambda digits: ''.join(r.choices('0123456789', k=digits))
        a = lambda count: ''.join(r.choices('ABCDEFGHJKLMNPQRSTUVWXYZ', k=count))
        return r.choice([f'{n(3)}-{n(2)}-{n(5)}', n(8), f'{a(2)}-{n(8)}', f'{a(2)}{n(8)}', f'{n(4)}-****-****-{n(4)}', f'{n(6)}-{n(7)}', f'T{n(13)}', n(13), f'{a(1)}{n(9)}', f'#{n(4)}', f'{n(4)}-{n(4)}-{n(4)}', f'No.{n(5)}', n(18), f'{a(3)}-{n(4)}', f'{n(3)}-{n(6)}-{n(2)}-{n(3)}', f'{n(4)}-{n(2)}**-****-{n(3)}*', f'{n(2)}%', f'{n(1)}.{n(1)}%', f'{n(2)}.{n(1)}kg', f'{n(3)}g', f'{n(3)}ml', f'{n(1)}L'])

    def value(self, r: random.Random) -> str:
        return r.choice([self.amount, self.amount, self.amount, self.date, self.phone, self.code, self.number])(r)

    def form(self, r: random.Random) -> str:
        kind, label = r.random(), r.choice(self.labels)
        gap = r.choice([' ', '  ', '   ', ':', ': ', ' : ', '：', '', '\u3000', '      ', '          '])
        if kind < 0.45:
            return f'{label}{gap}{self.value(r)}'
        if kind < 0.6:
            item = r.choice(self.words if r.random() < 0.5 else self.labels)
            return r.choice([f'{item} {r.randint(1, 30)} {self.amount(r)}', f'{item}  {self.amount(r)}  {r.randint(1, 20)}  {self.amount(r)}', f'{item} x{r.randint(1, 9)}', f'{item} {self.amount(r)}', f'{r.randint(1, 99):02d} {item}', f'{item}({self.code(r)})'])
        if kind < 0.7:
            return self.joined(r, [label, r.choice(self.labels), r.choice(self.labels)][:r.randint(1, 3)])
        if kind < 0.78:
            return f'[{label}] {self.value(r)}' if r.random() < 0.5 else f'({label})'
        if kind < 0.86:
            return f'{label}{r.choice(["", " "])}({self.value(r)})'
        spaced = (' ' if r.random() < 0.5 else '\u3000').join(label)
        return spaced if len(label) <= 5 else label

    def rare(self, r: random.Random) -> str:
        """Any characters of the language, each as often as any other."""
        text = ''.join(r.choices(self.letters, k=r.randint(2, 9)))
        if self.language == 'ja' and r.random() < 0.3:
            text = ''.join(r.choices(KANA[83:], k=r.randint(2, 9)))
        if self.language == 'ko' and r.random() < 0.5:
            text = text[:2] + ' ' + text[2:] + r.choice('은는이가을를의에도')
        return text + r.choice(SIGNS_OF[self.language]) if r.random() < 0.2 else text

    def plain(self, r: random.Random) -> str:
        kind = r.random()
        if kind < 0.6:
            return self.value(r)
        if kind < 0.9:
            return r.choice(LATIN)
        return ''.join(r.choices(ASCII, k=r.randint(1, 8)))
